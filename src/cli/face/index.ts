/**
 * How a command is heard: as text on a terminal or in a pipe, as one JSON document, as a line of JSON per event.
 */
export type { Face } from "./face.js";
export { makeFace } from "./make-face.js";
