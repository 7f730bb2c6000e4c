import { expect, test } from "vitest";
import { secretOf, unknown } from "../../model/index.js";
import { outputDifferences, planDifferences, type PlanTraits } from "./plan-traits.js";

const plan: PlanTraits = {
  registrations: [
    { urn: "a", inputs: { size: 2, tags: { x: 1, y: 2 } }, parts: { type: "1", __proto__x: "3" } },
    { urn: "b", inputs: { token: secretOf("one"), at: unknown }, parts: { type: "1" } },
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
  ["the order of declarations does not matter", { registrations: [b, a] }, []],
  ["more", { registrations: [a, b, { urn: "c", inputs: {}, parts: {} }] }, ["added: c"]],
  ["less", { registrations: [a] }, ["removed: b"]],
  [
    "a different value, one part more and one part less",
    { registrations: [{ urn: "a", inputs: a.inputs, parts: { type: "9", "options.protect": true } }, b] },
    ["changed: a", '  __proto__x: "3" -> (none)', "  options.protect: (none) -> true", '  type: "1" -> "9"'],
  ],
  [
    "inputs, each where it differs",
    { registrations: [{ ...a, inputs: { tags: { x: 1, y: 3 }, more: null } }, b] },
    ["changed: a", "  inputs.more: (none) -> null", "  inputs.size: 2 -> (none)", "  inputs.tags.y: 2 -> 3"],
  ],
  [
    "a new input, whose value is masked",
    { registrations: [{ ...a, inputs: { ...a.inputs, token: "t" } }, b] },
    ["changed: a", "  inputs.token: (none) -> [secret]"],
  ],
  [
    "inputs that are not recorded, by their digests",
    { registrations: [a, { ...b, digests: { password: "2", pin: "1" } }] },
    [
      "changed: b",
      "  inputs.password: a different value, which is not recorded",
      "  inputs.pin: a different value, which is not recorded",
    ],
  ],
  [
    "a secret, which is masked",
    { registrations: [a, { ...b, inputs: { ...b.inputs, token: secretOf("two") } }] },
    ["changed: b", "  inputs.token: [secret] -> [secret]"],
  ],
  [
    "a value that is no longer secret is masked too",
    { registrations: [a, { ...b, inputs: { ...b.inputs, token: "one" } }] },
    ["changed: b", "  inputs.token: [secret] -> [secret]"],
  ],
  [
    "a value that is known now",
    { registrations: [a, { ...b, inputs: { ...b.inputs, at: 1 } }] },
    ["changed: b", "  inputs.at: known after apply -> 1"],
  ],
  ["an output alone", { outputs: { url: "2", more: "1" } }, []],
  [
    "an output besides the declared resources",
    { registrations: [a], outputs: { url: "2", more: "1" } },
    ["removed: b", "changed: output more", "changed: output url"],
  ],
  [
    "differences in declarations explain the rest",
    { registrations: [a], changes: [], steps: "2" },
    ["removed: b"],
  ],
  [
    "same declarations, different actions",
    { changes: [plan.changes[0]!, { urn: "b", digest: "update" }] },
    ["different action: b"],
  ],
  ["one action less", { changes: [plan.changes[0]!] }, ["different action: b"]],
  ["different steps", { steps: "2" }, ["different steps"]],
  ["different renames", { renames: "2" }, ["different renames in state"]],
])("%s", (_, after, lines) => {
  expect(planDifferences(plan, { ...plan, ...after })).toEqual(lines);
});

test.each<[what: string, outputs: PlanTraits["outputs"], names: readonly string[]]>([
  ["the same", { url: "1" }, []],
  ["one more and a different value", { url: "2", more: "1" }, ["more", "url"]],
  ["one less", {}, ["url"]],
])("outputs: %s", (_, outputs, names) => {
  expect(outputDifferences(plan, { ...plan, outputs })).toEqual(names);
});
