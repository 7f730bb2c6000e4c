/**
 * The terminal: detects its width, colors and whether it is interactive; shows the progress of a run and asks questions.
 *
 * `render/` produces the text of the progress; this folder draws it.
 */
export { annotation } from "./annotation.js";
export { askQuestion } from "./ask-question.js";
export { askSecret } from "./ask-secret.js";
export { liveLines } from "./live-lines.js";
export { painter } from "./paint.js";
export { runView, type RunView } from "./run-view.js";
export { waitView } from "./wait-view.js";
export { terminalOf, type Terminal } from "./terminal.js";
