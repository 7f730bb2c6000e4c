/**
 * What the terminal can, and what is done with it: how wide it is, whether it has colours, whether someone sits in
 * front of it; a run that is shown as it goes, and questions.
 *
 * `render/` decides what a run looks like; here it is drawn.
 */
export { annotation } from "./annotation.js";
export { askQuestion } from "./ask-question.js";
export { askSecret } from "./ask-secret.js";
export { painter } from "./paint.js";
export { runView, type RunView } from "./run-view.js";
export { waitView } from "./wait-view.js";
export { terminalOf, type Terminal } from "./terminal.js";
