import { compiled } from "../../sdk/internal.js";
import { ownPackage } from "./find-package.js";

/**
 * An expression for `compiled` of the SDK, for the headers of compiled programs and of CommonJS. Importing a module would
 * cost every start some milliseconds, and CommonJS cannot. Each version of the package has its own.
 */
export const compiledFunctions = `globalThis[Symbol.for(${JSON.stringify(key())})]`;

/** Puts `compiled` where code that this version compiled looks for it. Must be called before such code runs. */
export function offerCompiledFunctions(): void {
  (globalThis as { [name: symbol]: unknown })[Symbol.for(key())] = compiled;
}

function key(): string {
  return `coconut.compiled ${String(ownPackage?.manifest.version)}`;
}
