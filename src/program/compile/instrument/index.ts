/**
 * Adds to a compiled program, or to a module in place, the facts that the language does not provide at run time. Text
 * in, text out.
 *
 * The only folder that uses the parser, which is loaded when something is compiled.
 */
export { missingPackage } from "./external-imports.js";
export { instrumentInPlace, type PlainModule } from "./in-place.js";
export { instrument, loader, marker } from "./instrument.js";
