/**
 * Adds to a compiled program what the language cannot tell at run time. Text in, text out.
 *
 * The only place that meets the parser, so it is imported only when something is compiled.
 */
export { instrument } from "./instrument.js";
