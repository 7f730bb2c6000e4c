/**
 * Adds to a compiled program, or to a module that stays where it is, what the language cannot tell at run time. Text in,
 * text out.
 *
 * The only place that meets the parser, which is loaded when something is compiled.
 */
export { missingPackage } from "./external-imports.js";
export { instrumentInPlace, type PlainModule } from "./in-place.js";
export { instrument, loader, marker } from "./instrument.js";
