import type { StackPlan } from "../../src/engine/index.js";
import type { Scenario } from "./scenario/index.js";

/** The lines of a plan under `Outputs:`. */
export function shownOutputs(plan: StackPlan): readonly string[] {
  const lines = plan.text().split("\n");
  const start = lines.indexOf("Outputs:");
  if (start === -1) return [];
  const end = lines.indexOf("", start);
  return lines.slice(start + 1, end).map((line) => line.slice(2));
}

/** What a run recorded without a step. */
export async function recordedSince(s: Scenario, since: number): Promise<readonly string[]> {
  const records = await (await s.store()).journal(since);
  return records.flatMap(({ event }) => (event.kind === "recorded" ? [event.what] : []));
}
