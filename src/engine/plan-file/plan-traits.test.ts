import { expect, test } from "vitest";
import { planDifferences, type PlanTraits } from "./plan-traits.js";

const plan: PlanTraits = {
  registrations: [
    { urn: "a", parts: { type: "1", "inputs.size": "2", __proto__x: "3" } },
    { urn: "b", parts: { type: "1" } },
  ],
  changes: [
    { urn: "a", digest: "create" },
    { urn: "b", digest: "same" },
  ],
  steps: "1",
  renames: "1",
  outputs: { url: "1" },
};
const [a, b] = plan.registrations as [
  PlanTraits["registrations"][number],
  PlanTraits["registrations"][number],
];

test.each<[what: string, after: Partial<PlanTraits>, lines: readonly string[]]>([
  ["nothing differs", {}, []],
  ["the order of what was asked for is no difference", { registrations: [b, a] }, []],
  ["more", { registrations: [a, b, { urn: "c", parts: {} }] }, ["added: c"]],
  ["less", { registrations: [a] }, ["removed: b"]],
  [
    "another value, a part more and a part less",
    { registrations: [{ urn: "a", parts: { type: "1", "inputs.size": "9", "options.protect": "1" } }, b] },
    ["changed: a (__proto__x, inputs.size, options.protect)"],
  ],
  [
    "an output",
    { outputs: { url: "2", more: "1" } },
    ["other value: the output more", "other value: the output url"],
  ],
  [
    "what the program asks for explains the rest",
    { registrations: [a], changes: [], steps: "2" },
    ["removed: b"],
  ],
  [
    "the same is asked for, and decided otherwise",
    { changes: [plan.changes[0]!, { urn: "b", digest: "update" }] },
    ["decided otherwise: b"],
  ],
  ["one decision less", { changes: [plan.changes[0]!] }, ["decided otherwise: b"]],
  ["other steps", { steps: "2" }, ["other steps"]],
  ["other names", { renames: "2" }, ["other names in state"]],
])("%s", (_, after, lines) => {
  expect(planDifferences(plan, { ...plan, ...after })).toEqual(lines);
});
