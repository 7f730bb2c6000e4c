/**
 * The output formats of a command: text on a terminal or in a pipe, one JSON document, or an event stream.
 */
export type { Face } from "./face.js";
export { makeFace } from "./make-face.js";
