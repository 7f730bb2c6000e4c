import { expect, test } from "vitest";
import { lossOf, type PlannedLoss } from "./apply.js";

type Step = PlannedLoss["steps"][number];
type Change = PlannedLoss["changes"][number];

const step = (action: Step["action"], replacement = false): Step => ({ action, replacement });
const forgotten = (kind: Change["kind"], reason: "not-in-program" | "no-longer-present"): Change => ({
  action: "forget",
  kind,
  reasons: [{ kind: reason }],
});

test.each<[string, PlannedLoss, ReturnType<typeof lossOf>]>([
  ["nothing", { steps: [], changes: [] }, undefined],
  ["what makes and updates", { steps: [step("create"), step("update")], changes: [] }, undefined],
  ["a delete", { steps: [step("create"), step("delete")], changes: [] }, "deletes"],
  ["the delete of a replacement", { steps: [step("delete", true)], changes: [] }, "deletes"],
  [
    "a replacement that retains",
    { steps: [step("create", true), step("forget", true)], changes: [] },
    "forgets",
  ],
  [
    "one that is retained, and not asked for",
    { steps: [step("forget")], changes: [forgotten("custom", "not-in-program")] },
    "forgets",
  ],
  [
    "one that the world does not have",
    { steps: [step("forget")], changes: [forgotten("custom", "no-longer-present")] },
    undefined,
  ],
  [
    "a component around what stays",
    { steps: [step("forget")], changes: [forgotten("component", "not-in-program")] },
    undefined,
  ],
])("%s", (_, plan, loss) => {
  expect(lossOf(plan)).toBe(loss);
});
