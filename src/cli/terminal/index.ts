/**
 * What the terminal can: how wide it is, whether it has colours, whether someone sits in front of it.
 */
export { painter } from "./paint.js";
export { terminalOf, type Terminal, type TerminalFacts } from "./terminal.js";
