/**
 * The language of scenarios: a program, a cloud, and what apply, plan, refresh and destroy make of them. After
 * every step the invariants of reliability are checked unasked.
 *
 * The real engine and store; a cloud, a clock, processes and chance that do as they are told. Knows no test
 * runner: what does not hold is thrown.
 */
export { newScenario, type Scenario, type ScenarioOptions } from "./scenario.js";
export type { Words } from "./words.js";
