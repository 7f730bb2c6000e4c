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
import {
  decideAgain,
  decideFirstDelete,
  decideRemoval,
  decideStep,
  isCertain,
  isDecidedAgain,
  resultOfCall,
  type FirstDeleteFacts,
  type FirstDeleteVerdict,
  type KnownFacts,
  type RemovalFacts,
  type RemovalVerdict,
  type StepFacts,
  type StepVerdict,
} from "./decide-step.js";

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
  /** The performed action; `stops` if it is stronger than planned. */
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

/** The step that a decision is carried out by. */
const stepAction = { replace: "create", update: "update", import: "import", record: "record" } as const;

describe("with the values known", () => {
  test.each(rows)("$action: $situation", ({ action, reasons = [bySize], planned = answer(), facts, now }) => {
    const again = decideAgain({
      decision: { action, reasons },
      prior: { kind: "custom", status: "current" },
      planned,
      isTriggered: false,
      isReplaced: () => false,
      bookkeeping: [],
      ...facts,
    });
    const verdict = decideStep({
      step: { action: stepAction[action as keyof typeof stepAction], replacement: action === "replace" },
      kind: "custom",
      membership: "member",
      broken: [],
      missed: [],
      former: "current",
      again,
      isPutOff: false,
    });
    expect(verdict.kind === "stop" ? "stops" : again.action).toBe(now);
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
    const decision = { action: "replace", reasons } as const;
    expect(isCertain({ decision, inputs, options: {} })).toBe(certain);
  });

  test.each([true, false])("for a trigger that is known: %s", (isTriggerKnown) => {
    const decision = { action: "replace", reasons: [forced("trigger")] } as const;
    const options = { replaceTrigger: isTriggerKnown ? 2 : unknown };
    expect(isCertain({ decision, inputs: {}, options })).toBe(isTriggerKnown);
  });
});

describe("the provider is asked again about a replacement", () => {
  test.each<
    [situation: string, reasons: readonly Reason[], inputs: ValueObject, trigger: unknown, isAsked: boolean]
  >([
    ["not with all values known", [bySize], { size: 2 }, undefined, false],
    ["with an unknown input", [bySize], { size: unknown }, undefined, true],
    ["with an unknown input beside a known reason", [bySize], { size: 2, label: unknown }, undefined, true],
    ["with an unknown trigger", [forced("trigger")], {}, unknown, true],
    ["not with a known trigger", [forced("trigger")], {}, 2, false],
    ["with another resource, which may stay", [forced("replace-with", "leader")], {}, undefined, true],
    [
      "not if another provider made the object",
      [{ kind: "managed-differently", before: "a", after: "b" }],
      { size: unknown },
      undefined,
      false,
    ],
    ["not for a create that is repeated", [{ kind: "repeated" }], { size: unknown }, undefined, false],
  ])("%s", (_, reasons, inputs, trigger, isAsked) => {
    const options = trigger === undefined ? {} : { replaceTrigger: trigger as ValueObject[string] };
    expect(isDecidedAgain({ decision: { action: "replace", reasons }, inputs, options }, false)).toBe(
      isAsked,
    );
  });
});

const broken = [{ path: "size", planned: 1, applied: 2 }];

describe("a step of a resource", () => {
  const known = { membership: "member", broken: [] } as const;
  test.each<[situation: string, action: StepFacts["step"]["action"], facts: Partial<StepFacts>, StepVerdict]>(
    [
      ["first looks whether it is a member", "create", {}, { kind: "find", fact: "membership" }],
      ["is left out if it is none", "create", { membership: "left" }, { kind: "leave" }],
      ["then looks at its values", "create", { membership: "member" }, { kind: "find", fact: "broken" }],
      ["of an assumed member too", "update", { membership: "assumed" }, { kind: "find", fact: "broken" }],
      [
        "stops if they came out other than planned",
        "confirm",
        { membership: "member", broken },
        { kind: "stop", because: "premises", broken },
      ],
      ["creates", "create", known, { kind: "create" }],
      ["creates what is owed", "create", { ...known, former: "owed" }, { kind: "create", former: "drop" }],
      ["creates what is gone", "create", { ...known, former: "current" }, { kind: "create", former: "drop" }],
      ["asks what an update comes to", "update", known, { kind: "find", fact: "again" }],
      ["updates", "update", { ...known, again: { action: "update" } }, { kind: "update" }],
      [
        "records instead",
        "update",
        { ...known, again: { action: "record" } },
        { kind: "record", result: "skipped" },
      ],
      [
        "records in any case",
        "update",
        { ...known, again: { action: "same" } },
        { kind: "record", result: "skipped" },
      ],
      [
        "does not replace where an update was planned",
        "update",
        { ...known, again: { action: "replace" } },
        { kind: "stop", because: "exceeds", planned: "update" },
      ],
      ["asks what an adoption comes to", "import", known, { kind: "find", fact: "again" }],
      [
        "adopts and updates",
        "import",
        { ...known, again: { action: "update" } },
        { kind: "import", isUpdated: true },
      ],
      ["adopts", "import", { ...known, again: { action: "same" } }, { kind: "import", isUpdated: false }],
      [
        "does not replace what it adopts",
        "import",
        { ...known, again: { action: "replace" } },
        { kind: "stop", because: "exceeds", planned: "import" },
      ],
      ["records", "record", known, { kind: "record", result: "done" }],
      ["reads", "read", known, { kind: "read" }],
      ["confirms", "confirm", known, { kind: "confirm" }],
    ],
  )("%s: %s", (_, action, facts, verdict) => {
    expect(decideStep({ ...nothingKnown, step: { action, replacement: false }, ...facts })).toEqual(verdict);
  });

  const replacing = { ...known, step: { action: "create", replacement: true }, former: "current" } as const;
  test.each<[situation: string, facts: Partial<StepFacts>, StepVerdict]>([
    ["asks what it comes to", {}, { kind: "find", fact: "again" }],
    [
      "creates, and the old object is doomed",
      { again: { action: "replace" } },
      { kind: "create", former: "doom" },
    ],
    ["updates instead", { again: { action: "update" } }, { kind: "update", performed: "update" }],
    ["records instead", { again: { action: "record" } }, { kind: "record", result: "skipped" }],
    ["records in any case", { again: { action: "same" } }, { kind: "record", result: "skipped" }],
    [
      "stops if the old object was to be deleted first, and stayed",
      { again: { action: "replace" }, isPutOff: true },
      { kind: "stop", because: "put-off" },
    ],
    [
      "updates what stayed",
      { again: { action: "update" }, isPutOff: true },
      { kind: "update", performed: "update" },
    ],
    ["creates behind its delete", { former: "owed" }, { kind: "create", former: "drop" }],
  ])("a replacement %s", (_, facts, verdict) => {
    expect(decideStep({ ...nothingKnown, ...replacing, ...facts })).toEqual(verdict);
  });
});

describe("a step whose values are others than planned because a predicted output is", () => {
  const missed = broken;
  const known = { membership: "member", broken: [], missed } as const;
  const stop = (planned: "replace" | StepFacts["step"]["action"], now: "update" | "replace" | "configure") =>
    ({ kind: "stop", because: "prediction", missed, planned, now }) as const;
  test.each<[situation: string, action: StepFacts["step"]["action"], facts: Partial<StepFacts>, StepVerdict]>(
    [
      ["creates", "create", {}, { kind: "create" }],
      ["reads", "read", { kind: "external" }, { kind: "read" }],
      ["asks what nothing comes to", "confirm", {}, { kind: "find", fact: "again" }],
      ["confirms", "confirm", { again: { action: "same" } }, { kind: "confirm" }],
      ["lets state follow", "confirm", { again: { action: "record" } }, { kind: "record", result: "done" }],
      ["lets a component follow", "confirm", { kind: "component" }, { kind: "record", result: "done" }],
      [
        "does not update what was to stay",
        "confirm",
        { again: { action: "update" } },
        stop("confirm", "update"),
      ],
      ["asks what a record comes to", "record", {}, { kind: "find", fact: "again" }],
      ["records", "record", { again: { action: "same" } }, { kind: "record", result: "done" }],
      [
        "does not update what was to be recorded",
        "record",
        { again: { action: "update" } },
        stop("record", "update"),
      ],
      ["records a component", "record", { kind: "component" }, { kind: "record", result: "done" }],
      ["updates", "update", { again: { action: "update" } }, { kind: "update" }],
      [
        "does nothing instead",
        "update",
        { again: { action: "same" } },
        { kind: "record", result: "skipped" },
      ],
      ["does not replace", "update", { again: { action: "replace" } }, stop("update", "replace")],
      [
        "does not replace what it adopts",
        "import",
        { again: { action: "replace" } },
        stop("import", "replace"),
      ],
      [
        "does not configure a provider otherwise",
        "record",
        { kind: "provider" },
        stop("record", "configure"),
      ],
      [
        "stops for another premise first",
        "confirm",
        { broken },
        { kind: "stop", because: "premises", broken },
      ],
      [
        "stops if its callback does not make it",
        "create",
        { membership: "unmade" },
        { kind: "stop", because: "prediction", missed, planned: "create", now: "unmade" },
      ],
    ],
  )("%s: %s", (_, action, facts, verdict) => {
    const step = { action, replacement: false };
    expect(decideStep({ ...nothingKnown, ...known, step, ...facts })).toEqual(verdict);
  });

  const replacing = { ...known, step: { action: "create", replacement: true }, former: "current" } as const;
  test.each<[situation: string, again: StepFacts["again"], StepVerdict]>([
    ["goes on", { action: "replace", replaceOrder: "create-first" }, { kind: "create", former: "doom" }],
    ["is an update", { action: "update" }, { kind: "update", performed: "update" }],
    ["is nothing", { action: "same" }, { kind: "record", result: "skipped" }],
    [
      "does not delete first",
      { action: "replace", replaceOrder: "delete-first" },
      stop("replace", "replace"),
    ],
  ])("a replacement that creates first %s", (_, again, verdict) => {
    expect(decideStep({ ...nothingKnown, ...replacing, again })).toEqual(verdict);
  });

  test("a predicted field, or a predicted trigger, is no certain reason for a replacement", () => {
    const decision = { action: "replace", reasons: [bySize] } as const;
    const planned = { decision, inputs: { size: 2 }, options: {} };
    expect(isCertain({ ...planned, predicted: new Set(["size"]) })).toBe(false);
    expect(isCertain({ ...planned, predicted: new Set(["label"]) })).toBe(true);
    const triggered = { action: "replace", reasons: [forced("trigger")] } as const;
    const predicted = new Set(["replaceTrigger"]);
    expect(isCertain({ decision: triggered, inputs: {}, options: { replaceTrigger: 1 }, predicted })).toBe(
      false,
    );
  });

  test("a replacement with all values known is decided again", () => {
    const decision = { action: "replace", reasons: [bySize] } as const;
    expect(isDecidedAgain({ decision, inputs: { size: 2 }, options: {} }, true)).toBe(true);
  });

  test("a trigger that was predicted to stay replaces if it does not", () => {
    const again = decideAgain({
      decision: { action: "same", reasons: [] },
      prior: { kind: "custom", status: "current" },
      planned: answer(),
      isTriggered: true,
      isReplaced: () => false,
      bookkeeping: [],
    });
    expect(again.action).toBe("replace");
  });
});

const nothingKnown: StepFacts = {
  step: { action: "create", replacement: false },
  kind: "custom",
  membership: undefined,
  broken: undefined,
  missed: [],
  former: undefined,
  again: undefined,
  isPutOff: false,
};

describe("what is deleted before its successor is created", () => {
  const open: FirstDeleteFacts = {
    decision: { action: "replace", reasons: [bySize] },
    inputs: { size: unknown },
    options: {},
    broken: undefined,
    again: undefined,
    isWaiting: false,
    sources: [],
  };
  const source = (urn: string, action: "create" | "replace", goes?: boolean) => ({ urn, action, goes });
  test.each<[situation: string, facts: Partial<FirstDeleteFacts>, FirstDeleteVerdict]>([
    ["looks at its values", {}, { kind: "find", fact: "broken" }],
    ["asks what it comes to", { broken: [] }, { kind: "find", fact: "again" }],
    ["stops if they came out other than planned", { broken }, { kind: "stop", because: "premises", broken }],
    ["goes if it is replaced", { again: "replace" }, { kind: "goes" }],
    ["stays if it is updated", { again: "update" }, { kind: "stays" }],
    ["stays if nothing changes", { again: "same", isWaiting: true }, { kind: "stays" }],
    [
      "goes for a known reason before its values are",
      { isWaiting: true, inputs: { size: 2 } },
      { kind: "goes" },
    ],
    ["goes if its values come from no change", { isWaiting: true }, { kind: "goes" }],
    [
      "goes if its values come from a new object",
      { isWaiting: true, sources: [source("a", "create")] },
      { kind: "goes" },
    ],
    [
      "asks about the first source",
      { isWaiting: true, sources: [source("a", "replace"), source("b", "replace")] },
      { kind: "find", fact: "source", urn: "a" },
    ],
    [
      "goes with a source",
      { isWaiting: true, sources: [source("a", "replace", true), source("b", "replace")] },
      { kind: "goes" },
    ],
    [
      "asks about the next if one stays",
      { isWaiting: true, sources: [source("a", "replace", false), source("b", "replace")] },
      { kind: "find", fact: "source", urn: "b" },
    ],
    [
      "is put off if all of them stay",
      { isWaiting: true, sources: [source("a", "replace", false), source("b", "replace", false)] },
      { kind: "put-off" },
    ],
  ])("%s", (_, facts, verdict) => {
    expect(decideFirstDelete({ ...open, ...facts })).toEqual(verdict);
  });
});

describe("a removal", () => {
  const plain: RemovalFacts = {
    action: "delete",
    isFirstHalf: false,
    goes: undefined,
    leaderStays: undefined,
  };
  test.each<[situation: string, facts: Partial<RemovalFacts>, RemovalVerdict]>([
    ["deletes", {}, { kind: "delete" }],
    ["forgets", { action: "forget" }, { kind: "forget" }],
    [
      "asks whether the first half of a replacement goes",
      { isFirstHalf: true },
      { kind: "find", fact: "goes" },
    ],
    ["deletes it", { isFirstHalf: true, goes: true }, { kind: "delete" }],
    ["forgets it", { action: "forget", isFirstHalf: true, goes: true }, { kind: "forget" }],
    ["leaves it", { isFirstHalf: true, goes: false }, { kind: "skip" }],
    [
      "stops if what was to take it along stays",
      { action: "forget", leaderStays: "leader" },
      { kind: "stop", because: "leader-stays", leader: "leader" },
    ],
  ])("%s", (_, facts, verdict) => {
    expect(decideRemoval({ ...plain, ...facts })).toEqual(verdict);
  });
});

describe("a call that ended", () => {
  test.each([
    ["done", "done", false, true],
    ["done", "done", true, false],
    ["done", "failed", true, true],
    ["unfinished", "failed", false, false],
    ["failed", "failed", false, false],
    ["uncertain", "uncertain", false, false],
  ] as const)(
    "%s: the step is %s (promise broken: %s, relied on: %s)",
    (outcome, result, isBroken, isRead) => {
      expect(resultOfCall({ outcome, broken: isBroken ? broken : [], isRead: () => isRead })).toBe(result);
    },
  );
});
