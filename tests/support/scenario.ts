import { test } from "vitest";
import { newScenario, type Scenario, type ScenarioOptions } from "../../src/testing/scenario/index.js";

/** A story about a stack, told by what its user does and sees. What must always hold is checked after every step. */
export function scenario(
  title: string,
  story: (s: Scenario) => Promise<void>,
  options: ScenarioOptions = {},
): void {
  // oxlint-disable-next-line vitest/valid-title -- the title is the caller's
  test(title, async () => {
    const s = await newScenario(options);
    try {
      await story(s);
    } finally {
      await s.close();
    }
  });
}
