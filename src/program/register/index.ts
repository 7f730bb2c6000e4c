/**
 * Lets Node run TypeScript: `node --import @coconut/coconut/register --test main.test.ts`.
 *
 * Importing it is all. Files outside `node_modules` are compiled as `coco` compiles programs, one by one when they are
 * imported, on the thread that Node has for this; places in errors are those of the TypeScript. Never used by `coco`.
 */
import { register } from "node:module";

register("./hooks.js", import.meta.url);
process.setSourceMapsEnabled(true);
