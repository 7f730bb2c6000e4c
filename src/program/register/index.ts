/**
 * Lets Node run programs: `node --import @coconut/coconut/register --test main.test.ts`.
 *
 * Importing it is enough. Modules outside `node_modules` (TypeScript, JavaScript and CommonJS) are compiled and
 * instrumented as `coco` does, one by one when they are loaded. Installed packages that depend on Coconut are
 * instrumented too. Positions in errors are those of the source. `coco` uses the same hooks, for packages only.
 */
import { hookModules } from "./hook-modules.js";

await hookModules({ authors: "all" });
process.setSourceMapsEnabled(true);
