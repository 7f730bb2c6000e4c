import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { objects, schemas } from "../../../tests/terraform/support/arbitraries.js";
import {
  block,
  blocks,
  computed,
  nested,
  objectOf,
  optional,
  optionalComputed,
  required,
  type Member,
} from "../../../tests/terraform/support/schemas.js";
import {
  CtyUnknown,
  ctyUnknown,
  Dynamic,
  dynamicType,
  numberType,
  pathText,
  stringType,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";
import { checkPlan } from "./plan-check.js";
import { proposedNew } from "./proposed-new.js";

interface Case {
  readonly title: string;
  readonly member: Member;
  readonly prior?: CtyValue;
  readonly config: CtyValue;
  readonly planned: CtyValue;
  /** Paths and texts of the faults. */
  readonly faults?: readonly string[];
}

const set: CtyType = { kind: "set", element: stringType };
const rule = { port: optional(numberType), id: computed() };
const ruleOf = (port: CtyValue, id: CtyValue = null) => objectOf({ port, id });

const attributes: Case[] = [
  { title: "as configured", member: required(), config: "a", planned: "a" },
  {
    title: "as configured, with another order",
    member: optional(set),
    config: ["a", "b"],
    planned: ["b", "a"],
  },
  {
    title: "unknown with a refinement",
    member: optional(),
    config: ctyUnknown,
    planned: new CtyUnknown({ isNull: false }),
  },
  { title: "the prior value", member: optional(), prior: "A", config: "a", planned: "A" },
  {
    title: "the prior value of an attribute that is no longer configured",
    member: optional(),
    prior: "A",
    config: null,
    planned: "A",
    faults: ['.m The provider planned "A" for `m`, which is neither configured nor computed: expected null.'],
  },
  { title: "a computed value", member: computed(), prior: "1", config: null, planned: ctyUnknown },
  { title: "a computed value that is configured", member: computed(), config: "1", planned: "2" },
  { title: "a default", member: optionalComputed(), config: null, planned: "default" },
  {
    title: "another value",
    member: required(),
    config: "a",
    planned: "b",
    faults: ['.m The provider planned "b" for `m`: expected "a" as configured.'],
  },
  {
    title: "another value than configured or prior",
    member: optionalComputed(numberType),
    prior: 1,
    config: 2n ** 63n,
    planned: 3,
    faults: [
      ".m The provider planned 3 for `m`: expected 9223372036854775808 as configured, or 1 as in the prior state.",
    ],
  },
  {
    title: "unknown for a configured value",
    member: optionalComputed(),
    config: "a",
    planned: ctyUnknown,
    faults: ['.m The provider planned an unknown value for `m`: expected "a" as configured.'],
  },
  {
    title: "a value for an unknown one",
    member: optional(),
    config: ctyUnknown,
    planned: "a",
    faults: ['.m The provider planned "a" for `m`: expected an unknown value as configured.'],
  },
  {
    title: "null for a configured value",
    member: optional(),
    config: "a",
    planned: null,
    faults: ['.m The provider planned null for `m`: expected "a" as configured.'],
  },
  {
    title: "a sensitive value",
    member: optional(stringType, { sensitive: true }),
    prior: "hush",
    config: "secret",
    planned: "hidden",
    faults: [
      ".m The provider planned a sensitive value for `m`: expected a sensitive value as configured, or a sensitive value as in the prior state.",
    ],
  },
  {
    title: "a write-only value that is null",
    member: optional(stringType, { writeOnly: true }),
    config: "secret",
    planned: null,
  },
  {
    title: "a write-only value that is kept",
    member: optional(stringType, { writeOnly: true }),
    config: "secret",
    planned: "secret",
    faults: [".m The provider returned a write-only value in `m`: expected null."],
  },
  {
    title: "a list",
    member: optional({ kind: "list", element: stringType }),
    config: ["a", null],
    planned: ["a", ctyUnknown],
    faults: ['.m The provider planned ["a", unknown] for `m`: expected ["a", null] as configured.'],
  },
  {
    title: "a long value",
    member: optional(),
    config: "a",
    planned: "b".repeat(1000),
    faults: [`.m The provider planned "${"b".repeat(119)}… for \`m\`: expected "a" as configured.`],
  },
  {
    title: "a dynamic value",
    member: optional(dynamicType),
    config: new Dynamic(stringType, "1"),
    planned: new Dynamic(stringType, "1"),
  },
  {
    title: "a dynamic value of another type",
    member: optional(dynamicType),
    config: new Dynamic(stringType, "1"),
    planned: new Dynamic(numberType, 1),
    faults: ['.m The provider planned 1 for `m`: expected "1" as configured.'],
  },
];

const nestedAttributes: Case[] = [
  { title: "single", member: nested("single", rule), config: ruleOf(1), planned: ruleOf(1, ctyUnknown) },
  {
    title: "single with another value",
    member: nested("single", rule),
    config: ruleOf(1),
    planned: ruleOf(2, "x"),
    faults: [".m.port The provider planned 2 for `m.port`: expected 1 as configured."],
  },
  {
    title: "single that is removed",
    member: nested("single", rule),
    config: ruleOf(1),
    planned: null,
    faults: [".m The provider planned null for `m`, which is configured."],
  },
  {
    title: "single that is not configured",
    member: nested("single", rule),
    config: null,
    planned: ruleOf(1),
    faults: [
      '.m The provider planned {"port": 1, "id": null} for `m`, which is neither configured nor computed: expected null.',
    ],
  },
  {
    title: "single and computed",
    member: nested("single", rule, { optional: true, computed: true }),
    config: null,
    planned: ruleOf(1, "x"),
  },
  {
    title: "unknown though configured",
    member: nested("single", rule, { optional: true, computed: true }),
    config: ruleOf(1),
    planned: ctyUnknown,
    faults: [".m The provider planned an unknown value for `m`, which is configured."],
  },
  {
    title: "list",
    member: nested("list", rule),
    prior: [ruleOf(1, "x")],
    config: [ruleOf(2), ruleOf(3)],
    planned: [ruleOf(1, "x"), ruleOf(3, "y")],
  },
  {
    title: "list with null",
    member: nested("list", rule),
    config: [null, ruleOf(1)],
    planned: [null, ruleOf(1, "x")],
  },
  {
    title: "list with another length",
    member: nested("list", rule),
    config: [ruleOf(1)],
    planned: [ruleOf(1), ruleOf(2)],
    faults: [".m The provider planned 2 elements for `m`, but the configuration has 1 element."],
  },
  {
    title: "list with an unknown configuration",
    member: nested("list", rule),
    config: ctyUnknown,
    planned: [ruleOf(1)],
    faults: [".m The provider planned 1 element for `m`, whose number is not known yet."],
  },
  {
    title: "list with an unknown element",
    member: nested("list", rule),
    config: [ruleOf(1)],
    planned: [ctyUnknown],
    faults: [".m[0].port The provider planned an unknown value for `m[0].port`: expected 1 as configured."],
  },
  {
    title: "map with other keys",
    member: nested("map", rule),
    config: objectOf({ a: ruleOf(1), b: ruleOf(2) }),
    planned: objectOf({ a: ruleOf(3), c: ruleOf(2) }),
    faults: [
      '.m["a"].port The provider planned 3 for `m["a"].port`: expected 1 as configured.',
      '.m["c"] The provider planned `m["c"]`, which is not configured.',
      '.m["b"] The provider planned no `m["b"]`, which is configured.',
    ],
  },
  {
    title: "set",
    member: nested("set", rule),
    config: [ruleOf(1), ruleOf(2)],
    planned: [ruleOf(2, "x"), ruleOf(7, "y")],
  },
  {
    title: "set with another length",
    member: nested("set", rule),
    config: [ruleOf(1), ruleOf(2)],
    planned: [ruleOf(1, "x")],
    faults: [".m The provider planned 1 element for `m`, but the configuration has 2 elements."],
  },
  {
    title: "set with unknown parts and fewer elements",
    member: nested("set", rule),
    config: [ruleOf(1)],
    planned: [ruleOf(1, ctyUnknown), ruleOf(2, ctyUnknown)],
  },
  {
    title: "sensitive as a whole",
    member: nested("map", rule, { optional: true, sensitive: true }),
    config: objectOf({ secret: ruleOf(1), hidden: ruleOf(1) }),
    planned: objectOf({ secret: ruleOf(2), hidden: ruleOf(3) }),
    faults: [".m The provider planned a sensitive value for `m`: expected a sensitive value as configured."],
  },
  {
    title: "a write-only part in a set",
    member: nested("set", { code: optional(stringType, { writeOnly: true }) }),
    config: [objectOf({ code: "secret" })],
    planned: [objectOf({ code: "secret" })],
    faults: [".m The provider returned a write-only value in `m`: expected null."],
  },
];

const blockCases: Case[] = [
  { title: "single", member: blocks("single", rule), config: ruleOf(1), planned: ruleOf(1, ctyUnknown) },
  { title: "no single", member: blocks("single", rule), config: null, planned: null },
  {
    title: "single that is not configured",
    member: blocks("single", rule),
    config: null,
    planned: ruleOf(1),
    faults: [".m The provider planned `m`, which is not configured: expected null."],
  },
  {
    title: "group",
    member: blocks("group", rule),
    config: ruleOf(1),
    planned: ruleOf(2),
    faults: [".m.port The provider planned 2 for `m.port`: expected 1 as configured."],
  },
  {
    title: "list",
    member: blocks("list", rule),
    prior: [ruleOf(1, "x")],
    config: [ruleOf(2)],
    planned: [ruleOf(1, "x")],
  },
  { title: "list with a configuration of null", member: blocks("list", rule), config: null, planned: [] },
  {
    title: "list with another length",
    member: blocks("list", rule),
    config: [ruleOf(1)],
    planned: [],
    faults: [".m The provider planned 0 blocks for `m`, but the configuration has 1 block."],
  },
  {
    title: "list that is null",
    member: blocks("list", rule),
    config: [],
    planned: null,
    faults: [".m The provider planned null for `m`: no blocks are an empty collection."],
  },
  {
    title: "list that is unknown",
    member: blocks("list", rule),
    config: [ruleOf(1)],
    planned: ctyUnknown,
    faults: [
      ".m The provider planned unknown blocks for `m`: attributes of a block may be unknown, a block may not.",
    ],
  },
  {
    title: "list that is not known yet",
    member: blocks("list", rule),
    config: ctyUnknown,
    planned: ctyUnknown,
  },
  {
    title: "known blocks for a list that is not known yet",
    member: blocks("list", rule),
    config: ctyUnknown,
    planned: [],
    faults: [".m The provider planned blocks for `m`, whose number is not known yet."],
  },
  {
    title: "list with an unknown block",
    member: blocks("list", rule),
    config: [ruleOf(1)],
    planned: [ctyUnknown],
    faults: [
      ".m[0] The provider planned an unknown block for `m[0]`: attributes of a block may be unknown, a block may not.",
    ],
  },
  {
    title: "map with other keys",
    member: blocks("map", rule),
    config: objectOf({ a: ruleOf(1) }),
    planned: objectOf({ b: ruleOf(1) }),
    faults: [
      '.m["b"] The provider planned `m["b"]`, which is not configured.',
      '.m["a"] The provider planned no `m["a"]`, which is configured.',
    ],
  },
  { title: "set", member: blocks("set", rule), config: [ruleOf(1)], planned: [ruleOf(2), ruleOf(3)] },
  {
    title: "set with an unknown block",
    member: blocks("set", rule),
    config: [ruleOf(1)],
    planned: [ctyUnknown],
    faults: [
      ".m The provider planned an unknown block in `m`: attributes of a block may be unknown, a block may not.",
    ],
  },
  {
    title: "blocks with dynamic attributes",
    member: blocks("list", { value: optional(dynamicType) }),
    config: new Dynamic(
      { kind: "tuple", elements: [{ kind: "object", attributes: new Map([["value", stringType]]) }] },
      [objectOf({ value: "a" })],
    ),
    planned: new Dynamic(
      { kind: "tuple", elements: [{ kind: "object", attributes: new Map([["value", numberType]]) }] },
      [objectOf({ value: 1 })],
    ),
    faults: ['.m[0].value The provider planned 1 for `m[0].value`: expected "a" as configured.'],
  },
];

function faultsOf({ member, prior = null, config, planned }: Case): string[] {
  const of = (value: CtyValue) => objectOf({ m: value });
  const states = { prior: prior === null ? null : of(prior), config: of(config), planned: of(planned) };
  return checkPlan(block({ m: member }), states).map(({ path, text }) => `${pathText(path)} ${text}`);
}

describe("checkPlan", () => {
  it.each(attributes)("attribute: $title", (each) => {
    expect(faultsOf(each)).toEqual(each.faults ?? []);
  });

  it.each(nestedAttributes)("nested attribute: $title", (each) => {
    expect(faultsOf(each)).toEqual(each.faults ?? []);
  });

  it.each(blockCases)("block: $title", (each) => {
    expect(faultsOf(each)).toEqual(each.faults ?? []);
  });

  it("compares whole objects", () => {
    const schema = block({ name: optional() });
    const some = objectOf({ name: "a" });
    const texts = (config: CtyValue, planned: CtyValue) =>
      checkPlan(schema, { prior: null, config, planned }).map(({ text }) => text);
    expect(texts(null, null)).toEqual([]);
    expect(texts(some, null)).toEqual(["The provider planned null for the object, which is configured."]);
    expect(texts(null, some)).toEqual([
      "The provider planned the object, which is not configured: expected null.",
    ]);
  });

  it("shows nothing of a secret of the program", () => {
    const schema = block({ tags: nested("map", { value: optional() }) });
    const of = (value: string) => objectOf({ tags: objectOf({ hidden: objectOf({ value }) }) });
    const faults = checkPlan(schema, {
      prior: null,
      config: of("secret"),
      planned: of("SECRET"),
      isSecret: (path) => path.length === 1,
    });
    expect(faults).toEqual([
      {
        path: [{ attribute: "tags" }],
        text: "The provider planned a sensitive value for `tags`: expected a sensitive value as configured.",
      },
    ]);
  });

  it("accepts the proposed state as a plan", () => {
    const inputs = schemas().chain((schema) =>
      fc.tuple(fc.constant(schema), fc.option(objects(schema)), objects(schema, { unknown: true })),
    );
    fc.assert(
      fc.property(inputs, ([schema, prior, config]) => {
        const planned = proposedNew(schema, prior, config);
        expect(checkPlan(schema, { prior, config, planned })).toEqual([]);
      }),
    );
  });
});
