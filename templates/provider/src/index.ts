/** The exports of this package: the resource type for programs, and the provider for Coconut. */
export { Note } from "./note.js";
export { notes } from "./provider.js";
