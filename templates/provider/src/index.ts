/** What programs import from this package, and where Coconut finds its provider. */
export { Note } from "./note.js";
export { notes } from "./provider.js";
