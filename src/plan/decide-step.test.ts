import { describe, expect, test } from "vitest";
import {
  secretOf,
  unknown,
  type Planned,
  type PlannedField,
  type Reason,
  type ValueObject,
} from "../model/index.js";
import type { Decision } from "./decide.js";
import { decideAgain, isCertain, type KnownFacts } from "./decide-again.js";

function field(path: string, replaces: boolean, of: PlannedField["of"] = "inputs"): PlannedField {
  return { path, kind: "update", replaces, of };
}

function answer(...fields: readonly PlannedField[]): Planned {
  return { inputs: {}, outputs: {}, change: fields.length === 0 ? "none" : "some", fields };
}

const size = field("size", true);
const label = field("label", false);
const bySize: Reason = { kind: "fields", fields: [size] };
const forced = (by: "trigger" | "taint" | "request" | "replace-with", of?: string): Reason => ({
  kind: "forced",
  by,
  ...(of !== undefined && { of }),
});

interface Row {
  readonly situation: string;
  readonly action: Decision["action"];
  readonly reasons?: readonly Reason[];
  readonly planned?: Planned;
  readonly facts?: Partial<KnownFacts>;
  /** What is performed; `stops` where that is more than was planned. */
  readonly now: "same" | "record" | "update" | "replace" | "stops";
}

const rows: readonly Row[] = [
  { situation: "a replace field changed", action: "replace", planned: answer(size), now: "replace" },
  { situation: "only another field changed", action: "replace", planned: answer(label), now: "update" },
  { situation: "both changed", action: "replace", planned: answer(label, size), now: "replace" },
  { situation: "nothing changed", action: "replace", planned: answer(), now: "same" },
  {
    situation: "nothing but state changed",
    action: "replace",
    planned: answer(),
    facts: { bookkeeping: ["inputs"] },
    now: "record",
  },
  {
    situation: "nothing changed, and the last update was not finished",
    action: "replace",
    planned: answer(),
    facts: { prior: { kind: "custom", status: "current", unfinished: ["half"] } },
    now: "update",
  },
  {
    situation: "what drifted is still to be repaired",
    action: "replace",
    planned: answer(field("colour", false, "drift")),
    now: "update",
  },
  { situation: "an update stays one", action: "update", planned: answer(label), now: "update" },
  { situation: "an update turns out to change nothing", action: "update", planned: answer(), now: "same" },
  { situation: "an update turns out to replace", action: "update", planned: answer(size), now: "stops" },
  { situation: "an adoption may update", action: "import", planned: answer(label), now: "update" },
  { situation: "an adoption may not replace", action: "import", planned: answer(size), now: "stops" },
  { situation: "a record turns out to update", action: "record", planned: answer(label), now: "stops" },
  {
    situation: "the trigger fired",
    action: "replace",
    reasons: [forced("trigger")],
    facts: { isTriggered: true },
    now: "replace",
  },
  {
    situation: "the trigger came out as it was",
    action: "replace",
    reasons: [forced("trigger")],
    planned: answer(label),
    now: "update",
  },
  { situation: "it is tainted", action: "replace", reasons: [forced("taint")], now: "replace" },
  { situation: "somebody asked for it", action: "replace", reasons: [forced("request")], now: "replace" },
  {
    situation: "what it is replaced with is replaced",
    action: "replace",
    reasons: [forced("replace-with", "leader")],
    facts: { isReplaced: (urn) => urn === "leader" },
    now: "replace",
  },
  {
    situation: "what it is replaced with stays",
    action: "replace",
    reasons: [forced("replace-with", "leader")],
    now: "same",
  },
  {
    situation: "another provider made it",
    action: "replace",
    reasons: [{ kind: "managed-differently", before: "a", after: "b" }],
    now: "replace",
  },
];

describe("with the values known", () => {
  test.each(rows)("$action: $situation", ({ action, reasons = [bySize], planned = answer(), facts, now }) => {
    const found = decideAgain({
      decision: { action, reasons },
      prior: { kind: "custom", status: "current" },
      planned,
      isTriggered: false,
      isReplaced: () => false,
      bookkeeping: [],
      ...facts,
    });
    expect(found.ok ? found.action : "stops").toBe(now);
  });
});

describe("a replacement is certain", () => {
  const table: readonly [
    situation: string,
    reasons: readonly Reason[],
    inputs: ValueObject,
    certain: boolean,
  ][] = [
    ["for a known field", [bySize], { size: 2 }, true],
    ["for a field that was taken away", [bySize], {}, true],
    ["not for an unknown field", [bySize], { size: unknown }, false],
    ["not for a secret field that is unknown", [bySize], { size: secretOf(unknown) }, false],
    [
      "not for a known field that replaces nothing",
      [{ kind: "fields", fields: [label, size] }],
      { label: "new", size: unknown },
      false,
    ],
    [
      "for a known element beside an unknown one",
      [{ kind: "fields", fields: [field("tags.a", true), field("tags.b", true)] }],
      { tags: { a: unknown, b: "new" } },
      true,
    ],
    ["for drift that replaces", [{ kind: "drift", fields: [size] }], { size: unknown }, true],
    ["for a taint", [forced("taint")], { size: unknown }, true],
    ["not with another resource, which may stay", [forced("replace-with", "leader")], {}, false],
    ["for another provider", [{ kind: "managed-differently", before: "a", after: "b" }], {}, true],
    ["not for a member that was there in the last run", [{ kind: "assumed-member" }], {}, false],
  ];
  test.each(table)("%s", (_, reasons, inputs, certain) => {
    expect(isCertain({ action: "replace", reasons }, inputs, true)).toBe(certain);
  });

  test.each([true, false])("for a trigger that is known: %s", (isTriggerKnown) => {
    expect(isCertain({ action: "replace", reasons: [forced("trigger")] }, {}, isTriggerKnown)).toBe(
      isTriggerKnown,
    );
  });
});
