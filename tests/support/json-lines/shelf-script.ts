import { fileURLToPath } from "node:url";
import { bundledScript, type BundledScript } from "../bundled-script.js";

/** The program of the package `shelf`, to be built before all tests of a file. */
export function shelfScript(): BundledScript {
  return bundledScript(fileURLToPath(new URL("shelf-child.ts", import.meta.url)));
}

/** A program that runs commands with it; see `ShelfRequest`. */
export function engineScript(): BundledScript {
  return bundledScript(fileURLToPath(new URL("shelf-process.ts", import.meta.url)));
}
