import { test } from "vitest";
import { newScenario, type Scenario, type ScenarioOptions } from "./scenario/index.js";

/** A story about a stack, told by what its user does and sees. What must always hold is checked after every step. */
export function scenario(
  title: string,
  story: (s: Scenario) => Promise<void>,
  options: ScenarioOptions = {},
): void {
  // oxlint-disable-next-line vitest/valid-title -- the title is the caller's
  test(title, async () => {
    forgetClasses();
    const s = await newScenario(options);
    try {
      await story(s);
    } finally {
      await s.close();
    }
  });
}

/** Of the types of the cloud, each scenario has its own classes: those of another version may not stand for them. */
function forgetClasses(): void {
  const known = Reflect.get(globalThis, Symbol.for("coconut.resourceClasses")) as Map<string, unknown>;
  for (const type of known.keys()) if (type.startsWith("cloud:")) known.delete(type);
}
