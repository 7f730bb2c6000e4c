import { describe, expect, test } from "vitest";
import { type ForcedBy, type Planned, type PlannedField, unknown } from "../model/index.js";
import { decide, decideImport, type Facts, type PriorFacts } from "./decide.js";

function field(path: string, of: PlannedField["of"], replaces = false): PlannedField {
  return { path, kind: "update", replaces, of };
}

function answer(change: Planned["change"], ...fields: readonly PlannedField[]): Planned {
  return { inputs: {}, outputs: {}, change, fields };
}

const size = field("size", "inputs");
const region = field("region", "inputs", true);
const arn = field("arn", "outputs");
const colour = field("colour", "drift");
const zone = field("zone", "drift", true);
const moved = { before: "cloud:index:Disk", after: "cloud:index:Bucket" };

/** A resource that is as the program wants it. */
const settled: Facts = {
  kind: "custom",
  prior: { kind: "custom", status: "current" },
  observed: "present",
  planned: answer("none"),
  forced: [],
  bookkeeping: [],
};

interface Row {
  readonly situation: string;
  /** The conditions of the row, except the fields of the provider's answer. */
  readonly facts: Partial<Facts>;
  readonly fields?: readonly PlannedField[];
  readonly action: string;
  readonly reasons: readonly unknown[];
}

/** The table of decisions for a managed resource in its order: the first row that fits decides. */
const rows: readonly Row[] = [
  {
    situation: "an external is read",
    facts: { kind: "external" },
    action: "read",
    reasons: [],
  },
  {
    situation: "a create is owed",
    facts: { prior: { kind: "custom", status: "owed" } },
    action: "create",
    reasons: [{ kind: "owed" }],
  },
  {
    situation: "another type or provider managed it",
    facts: { managedDifferently: moved },
    action: "replace",
    reasons: [{ kind: "managed-differently", ...moved }],
  },
  {
    situation: "reading did not find it",
    facts: { observed: "absent" },
    action: "create",
    reasons: [{ kind: "no-longer-present" }],
  },
  {
    situation: "a replacement is forced",
    facts: {
      forced: [
        { kind: "forced", by: "taint" },
        { kind: "forced", by: "request" },
      ],
    },
    action: "replace",
    reasons: [
      { kind: "forced", by: "taint" },
      { kind: "forced", by: "request" },
    ],
  },
  {
    situation: "a field that replaces changed",
    facts: {},
    fields: [region],
    action: "replace",
    reasons: [{ kind: "fields", fields: [region] }],
  },
  {
    situation: "another input changed",
    facts: {},
    fields: [size],
    action: "update",
    reasons: [{ kind: "fields", fields: [size] }],
  },
  {
    situation: "an output is marked as known after apply",
    facts: {},
    fields: [arn],
    action: "update",
    reasons: [{ kind: "fields", fields: [arn] }],
  },
  {
    situation: "what replaces has drifted",
    facts: {},
    fields: [zone],
    action: "replace",
    reasons: [{ kind: "drift", fields: [zone] }],
  },
  {
    situation: "something has drifted",
    facts: {},
    fields: [colour],
    action: "update",
    reasons: [{ kind: "drift", fields: [colour] }],
  },
  {
    situation: "the last create or update was not finished",
    facts: { prior: { kind: "custom", status: "current", unfinished: ["not ready"] } },
    action: "update",
    reasons: [{ kind: "unfinished", why: ["not ready"] }],
  },
  {
    situation: "only what is recorded differs",
    facts: { bookkeeping: ["options", "dependencies"] },
    action: "record",
    reasons: [{ kind: "bookkeeping", what: ["options", "dependencies"] }],
  },
];

describe("the decision for a resource in state", () => {
  test.each(rows)("$situation: $action", (row) => {
    expect(decide(factsOf(row))).toMatchObject({ action: row.action, reasons: row.reasons });
  });

  test("nothing of all that: same", () => {
    expect(decide(settled)).toEqual({ action: "same", reasons: [] });
    expect(decide({ ...settled, observed: "unread" })).toEqual({ action: "same", reasons: [] });
  });

  const pairs = rows.flatMap((first, place) => rows.slice(place + 1).map((second) => ({ first, second })));
  test.each(pairs)("$first.situation comes before $second.situation", ({ first, second }) => {
    const { action, reasons } = decide(factsOf(first, second));
    expect(action).toBe(first.action);
    expect(reasons.length).toBeGreaterThanOrEqual(first.reasons.length);
    if (first.fields === undefined) {
      expect(reasons.slice(0, first.reasons.length)).toEqual(first.reasons);
    } else {
      expect(reasons[0]).toMatchObject({ fields: expect.arrayContaining([...first.fields]) as unknown });
    }
  });

  test("all at once is what the first row says", () => {
    for (const place of rows.keys()) {
      expect(decide(factsOf(...rows.slice(place))).action).toBe(rows[place]!.action);
    }
  });
});

describe("the decision for what is not in state", () => {
  const { prior: _, ...absent } = settled;
  test.each([
    { kind: "custom", action: "create" },
    { kind: "component", action: "create" },
    { kind: "provider", action: "create" },
    { kind: "external", action: "read" },
  ] as const)("$kind: $action", ({ kind, action }) => {
    expect(decide({ ...absent, kind }).action).toBe(action);
  });

  test("it is created whatever else is said", () => {
    const everything = {
      ...absent,
      forced: [{ kind: "forced", by: "request" }],
      managedDifferently: moved,
    } as const;
    const planned = answer("some", region, size, colour);
    expect(decide({ ...everything, planned, bookkeeping: ["name"] })).toEqual({
      action: "create",
      reasons: [{ kind: "not-in-state" }],
    });
  });
});

describe("a component in state", () => {
  const { planned: _, ...component } = { ...settled, kind: "component", observed: "unread" } as const;

  test("is the same, or recorded; nothing is called", () => {
    expect(decide(component)).toEqual({ action: "same", reasons: [] });
    expect(decide({ ...component, bookkeeping: ["parent"] })).toEqual({
      action: "record",
      reasons: [{ kind: "bookkeeping", what: ["parent"] }],
    });
  });

  test.each<Partial<Facts>>([
    { forced: [{ kind: "forced", by: "request" }] },
    { managedDifferently: moved },
    { observed: "absent" },
    { prior: { kind: "component", status: "owed" } },
    { planned: answer("some", region) },
  ])("takes no notice of what only managed resources have: %j", (facts) => {
    expect(decide({ ...component, ...facts }).action).toBe("same");
  });
});

describe("the reasons", () => {
  test("a replacement names every input that changed, not only those that replace", () => {
    const facts = { ...settled, planned: answer("some", size, region) };
    expect(decide(facts).reasons).toEqual([{ kind: "fields", fields: [size, region] }]);
  });

  test("an update names what changed and what drifted", () => {
    const facts = { ...settled, planned: answer("some", colour, size, arn) };
    expect(decide(facts).reasons).toEqual([
      { kind: "fields", fields: [size, arn] },
      { kind: "drift", fields: [colour] },
    ]);
  });

  test("a forced replacement names the fields that would have replaced it anyway", () => {
    const forced = { ...settled, forced: [{ kind: "forced", by: "trigger" }] } as const;
    expect(decide({ ...forced, planned: answer("some", region, size) }).reasons).toEqual([
      { kind: "forced", by: "trigger" },
      { kind: "fields", fields: [region, size] },
    ]);
    expect(decide({ ...forced, planned: answer("some", size) }).reasons).toEqual([
      { kind: "forced", by: "trigger" },
    ]);
  });

  test("a provider that only says that something changes gets an update without fields", () => {
    expect(decide({ ...settled, planned: answer("some") })).toEqual({ action: "update", reasons: [] });
    expect(decide({ ...settled, planned: answer("compare") }).action).toBe("same");
  });
});

describe("the order of a replacement", () => {
  const causes = [
    { because: "fields", facts: { planned: answer("some", region) }, tellsApart: true },
    { because: "managed differently", facts: { managedDifferently: moved }, tellsApart: true },
    { because: "drift", facts: { planned: answer("some", zone) }, tellsApart: false },
    ...(["trigger", "request", "taint", "replace-with", "deleted-with"] as const).map((by: ForcedBy) => ({
      because: `forced: ${by}`,
      facts: { forced: [by] },
      tellsApart: false,
    })),
    {
      because: "forced, and fields",
      facts: { forced: [{ kind: "forced", by: "request" }], planned: answer("some", region) },
      tellsApart: true,
    },
    {
      because: "forced, and a field that may come out as it was",
      facts: {
        forced: [{ kind: "forced", by: "request" }],
        planned: { ...answer("some", region), inputs: { region: unknown } },
      },
      tellsApart: false,
    },
    {
      because: "a field that replaces only if it comes out changed",
      facts: { planned: { ...answer("some", region), inputs: { region: unknown } } },
      tellsApart: true,
    },
  ] as const;
  const cases = causes.flatMap(({ because, facts, tellsApart }) =>
    [undefined, true, false].flatMap((deleteBeforeReplace) =>
      ([undefined, "create-first", "delete-first"] as const).flatMap((ofType) =>
        [undefined, true, false].map((coexists) => ({
          because,
          option: deleteBeforeReplace,
          ofType,
          coexists,
          facts: {
            ...settled,
            ...facts,
            ...(deleteBeforeReplace !== undefined && { deleteBeforeReplace }),
            planned: {
              ...("planned" in facts ? facts.planned : answer("none")),
              ...(ofType !== undefined && { replaceOrder: ofType }),
              ...(coexists !== undefined && { coexists }),
            },
          } as Facts,
          order: expectedOrder(deleteBeforeReplace, ofType, coexists === true || tellsApart),
        })),
      ),
    ),
  );

  test.each(cases)(
    "$because, deleteBeforeReplace $option, replaceOrder $ofType, coexists $coexists: $order",
    ({ facts, order }) => {
      expect(decide(facts)).toMatchObject({ action: "replace", replaceOrder: order });
    },
  );

  test("is not said of anything else", () => {
    const facts = { ...settled, deleteBeforeReplace: true, planned: answer("some", size) };
    expect(decide(facts)).not.toHaveProperty("replaceOrder");
  });

  test("is known without an answer of the provider", () => {
    const { planned: _, ...unplanned } = settled;
    expect(decide({ ...unplanned, forced: [{ kind: "forced", by: "taint" }] }).replaceOrder).toBe(
      "delete-first",
    );
  });
});

/** The option of the resource, then the type's word, then whether the two can be told apart. */
function expectedOrder(option: boolean | undefined, ofType: string | undefined, isApart: boolean): string {
  if (option === true) return "delete-first";
  if (option === false) return "create-first";
  return ofType ?? (isApart ? "create-first" : "delete-first");
}

/** The facts of several rows at once: what an earlier one needs is not taken back by a later one. */
function factsOf(...several: readonly Row[]): Facts {
  const fields = several.flatMap((row) => row.fields ?? []);
  const inReverse = several.toReversed().map((row) => row.facts);
  const prior = Object.assign({}, settled.prior, ...inReverse.map((each) => each.prior)) as PriorFacts;
  const facts = Object.assign({}, settled, ...inReverse, { prior }) as Facts;
  return { ...facts, planned: answer(fields.length > 0 ? "some" : "none", ...fields) };
}

describe("an adoption", () => {
  const field = (path: string, replaces = false): PlannedField => ({
    path,
    kind: "update",
    replaces,
    of: "inputs",
  });

  const planned = (...fields: PlannedField[]): Planned => ({
    inputs: {},
    outputs: {},
    change: fields.length === 0 ? "none" : "some",
    fields,
  });

  const imported = { kind: "imported", id: "b-1" };

  test.each<[string, Planned, readonly unknown[], boolean]>([
    ["is as the program asks for: only adopted", planned(), [imported], false],
    [
      "differs: adopted and updated",
      planned(field("acl")),
      [imported, { kind: "fields", fields: [field("acl")] }],
      true,
    ],
    [
      "the provider sees something to do: adopted and updated",
      { ...planned(), change: "some" },
      [imported],
      true,
    ],
  ])("what was found %s", (_, found, reasons, differs) => {
    expect(decideImport("b-1", found)).toEqual({
      ok: true,
      decision: { action: "import", reasons },
      differs,
    });
  });

  test("refuses what would have to be replaced, and names the fields that say so", () => {
    expect(decideImport("b-1", planned(field("acl"), field("region", true)))).toEqual({
      ok: false,
      fields: [field("region", true)],
    });
  });
});
