/**
 * What programs ask of the world beside their resources: functions of providers, methods of resources, outputs
 * of other stacks.
 *
 * Asks and never changes anything. `answer-question.ts` has one case per kind of question.
 */
export { OtherStacks, type OpenOtherStack } from "./other-stacks.js";
export { AnswerMemory } from "../facts/answer-memory.js";
export { applyOutside } from "../applying/apply-outside.js";
export { PlainInvokes } from "./plain-invokes.js";
export { planOutside } from "../planning/plan-outside.js";
