/**
 * The command line: arguments in, text out. `main.ts` is the program `coco`.
 *
 * A face: imports `model/`, `render/` and `engine/`. Never decides anything the engine should.
 */
export { runCommand } from "./run-command.js";
