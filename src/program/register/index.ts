/**
 * Lets Node run programs: `node --import @coconut/coconut/register --test main.test.ts`.
 *
 * Importing it is all. Modules outside `node_modules` are compiled and instrumented as `coco` does it, one by one when they
 * are loaded, TypeScript, JavaScript and CommonJS; and so are installed packages that depend on Coconut. Places in errors
 * are those of the source. `coco` uses the same hooks for packages only.
 */
import { hookModules } from "./hook-modules.js";

await hookModules({ authors: "all" });
process.setSourceMapsEnabled(true);
