/**
 * What tests of programs import: the real machinery with stand-ins for the world.
 *
 * May import every folder but the faces (`cli`, `console`). Never used by them.
 */
export { testProgram, TestEvaluation, TestProgram } from "./test-program.js";
export type { TestAnswers, TestProgramOptions, TestValue } from "./test-program.js";
