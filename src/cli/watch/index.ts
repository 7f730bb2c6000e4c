/**
 * `coco watch`: a plan after every save, each made by a process of its own.
 *
 * `next-step.ts` decides what to do about a save, an interruption, the end of a round; `watch-program.ts` does it. A
 * round is `coco plan` or `coco apply` itself: `watched-round.ts` is its end of the line to the watcher, `loss-of.ts` says
 * what it does not do unasked; every command loads these two, and nothing else of this folder. Never looks at a program
 * itself: the rounds say what they have read.
 */
export { roundCommand } from "./round-command.js";
export { watchProgram } from "./watch-program.js";
