import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { objects, schemas, shuffled } from "../../../tests/terraform/support/arbitraries.js";
import {
  block,
  blocks,
  computed,
  nested,
  objectOf,
  optional,
  type Member,
} from "../../../tests/terraform/support/schemas.js";
import {
  CtyUnknown,
  ctyUnknown,
  Dynamic,
  dynamicType,
  equalCty,
  hasDynamic,
  numberType,
  pathText,
  stringType,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";
import { checkApplied } from "./apply-check.js";
import { unknownsToNull } from "./unknowns.js";

interface Case {
  readonly title: string;
  readonly member: Member;
  readonly planned: CtyValue;
  readonly applied: CtyValue;
  /** Paths and texts of the faults. */
  readonly faults?: readonly string[];
}

const strings = (kind: "list" | "set" | "map"): CtyType => ({ kind, element: stringType });
const tuple = (...elements: CtyType[]): CtyType => ({ kind: "tuple", elements });
const object = (parts: Record<string, CtyType>): CtyType => ({
  kind: "object",
  attributes: new Map(Object.entries(parts)),
});
const rule = { port: optional(numberType), id: computed() };
const ruleOf = (port: CtyValue, id: CtyValue = null) => objectOf({ port, id });
const unknown = (refinement: CtyUnknown["refinement"]) => new CtyUnknown(refinement);

const attributes: Case[] = [
  { title: "as planned", member: optional(), planned: "a", applied: "a" },
  { title: "a value for an unknown one", member: computed(), planned: ctyUnknown, applied: "a" },
  { title: "null for an unknown value", member: computed(), planned: ctyUnknown, applied: null },
  { title: "still unknown", member: computed(), planned: ctyUnknown, applied: ctyUnknown },
  {
    title: "another value",
    member: optional(),
    planned: "a",
    applied: "b",
    faults: ['.m The provider returned "b" for `m`, which was planned to be "a".'],
  },
  {
    title: "null",
    member: optional(),
    planned: "a",
    applied: null,
    faults: ['.m The provider returned null for `m`, which was planned to be "a".'],
  },
  {
    title: "a value for null",
    member: optional(),
    planned: null,
    applied: "",
    faults: ['.m The provider returned "" for `m`, which was planned to be null.'],
  },
  {
    title: "unknown for a known value",
    member: optional(),
    planned: "a",
    applied: ctyUnknown,
    faults: ['.m The provider returned an unknown value for `m`, which was planned to be "a".'],
  },
  {
    title: "a sensitive value",
    member: optional(strings("map"), { sensitive: true }),
    planned: objectOf({ secret: "1", hidden: "1" }),
    applied: objectOf({ secret: "2", hidden: "2" }),
    faults: [
      ".m The provider returned a sensitive value for `m`, which was planned to be a sensitive value.",
    ],
  },
  {
    title: "a write-only value",
    member: optional(stringType, { writeOnly: true }),
    planned: null,
    applied: "secret",
    faults: [".m The provider returned a write-only value in `m`: expected null."],
  },
  {
    title: "a list with an unknown element",
    member: optional(strings("list")),
    planned: ["a", ctyUnknown],
    applied: ["a", "b"],
  },
  {
    title: "an element of a list",
    member: optional(strings("list")),
    planned: ["a", "b"],
    applied: ["a", "c"],
    faults: ['.m[1] The provider returned "c" for `m[1]`, which was planned to be "b".'],
  },
  {
    title: "a longer list",
    member: optional(strings("list")),
    planned: ["a"],
    applied: ["a", "b"],
    faults: [".m The provider returned 2 elements for `m`, but the plan has 1 element."],
  },
  {
    title: "other keys of a map",
    member: optional(strings("map")),
    planned: objectOf({ a: "1", b: ctyUnknown }),
    applied: objectOf({ a: "1", c: "2" }),
    faults: [
      '.m["b"] The provider did not return `m["b"]`, which was planned.',
      '.m["c"] The provider returned `m["c"]`, which was not planned.',
    ],
  },
  {
    title: "a part of an object",
    member: optional(object({ a: stringType, b: tuple(stringType, numberType) })),
    planned: objectOf({ a: ctyUnknown, b: ["x", 1] }),
    applied: objectOf({ a: "1", b: ["x", 2] }),
    faults: [".m.b[1] The provider returned 2 for `m.b[1]`, which was planned to be 1."],
  },
  {
    title: "a set in another order",
    member: optional(strings("set")),
    planned: ["a", "b"],
    applied: ["b", "a"],
  },
  {
    title: "a set with unknown elements that become one",
    member: optional(strings("set")),
    planned: ["a", ctyUnknown, ctyUnknown],
    applied: ["a", "b"],
  },
  {
    title: "a set with an unknown element that is equal to another",
    member: optional(strings("set")),
    planned: ["a", ctyUnknown],
    applied: ["a"],
  },
  {
    title: "a set without a planned element",
    member: optional(strings("set")),
    planned: ["a", "b", ctyUnknown],
    applied: ["a", "c"],
    faults: [".m The provider returned `m` without 1 element of the plan."],
  },
  {
    title: "a set with another element",
    member: optional(strings("set")),
    planned: ["a"],
    applied: ["a", "b", "c"],
    faults: [".m The provider returned `m` with 2 elements that the plan does not have."],
  },
  {
    title: "a larger set",
    member: optional(strings("set")),
    planned: [ctyUnknown],
    applied: ["a", "b"],
    faults: [".m The provider returned 2 elements for `m`, but the plan has 1 element."],
  },
];

const refinements: Case[] = [
  { title: "not null", member: computed(), planned: unknown({ isNull: false }), applied: "" },
  {
    title: "null",
    member: computed(),
    planned: unknown({ isNull: false }),
    applied: null,
    faults: [".m The provider returned null for `m`, which was planned not to be null."],
  },
  { title: "a prefix", member: computed(), planned: unknown({ prefix: "arn:" }), applied: "arn:1" },
  {
    title: "another prefix",
    member: computed(),
    planned: unknown({ prefix: "arn:" }),
    applied: "urn:1",
    faults: ['.m The provider returned "urn:1" for `m`, which was planned with another prefix.'],
  },
  {
    title: "bounds",
    member: computed(numberType),
    planned: unknown({ from: { value: 1, inclusive: true }, to: { value: 2n ** 64n, inclusive: false } }),
    applied: 1,
  },
  {
    title: "a lower bound",
    member: computed(numberType),
    planned: unknown({ from: { value: 1, inclusive: false } }),
    applied: 1,
    faults: [".m The provider returned 1 for `m`, which was planned to be larger."],
  },
  {
    title: "an upper bound",
    member: computed(numberType),
    planned: unknown({ to: { value: 1, inclusive: true } }),
    applied: 1.5,
    faults: [".m The provider returned 1.5 for `m`, which was planned to be smaller."],
  },
  {
    title: "a least length",
    member: computed(strings("list")),
    planned: unknown({ minLength: 2 }),
    applied: ["a"],
    faults: ['.m The provider returned ["a"] for `m`, which was planned to have more elements.'],
  },
  {
    title: "a greatest length",
    member: computed(strings("map")),
    planned: unknown({ maxLength: 0 }),
    applied: objectOf({ a: "b" }),
    faults: ['.m The provider returned {"a": "b"} for `m`, which was planned to have fewer elements.'],
  },
  {
    title: "a greatest length of a set that is not known",
    member: computed(strings("set")),
    planned: unknown({ maxLength: 1 }),
    applied: ["a", ctyUnknown],
  },
  {
    title: "a value that is still unknown",
    member: computed(),
    planned: unknown({ prefix: "a" }),
    applied: ctyUnknown,
  },
];

const dynamics: Case[] = [
  {
    title: "equal",
    member: optional(dynamicType),
    planned: new Dynamic(stringType, "a"),
    applied: new Dynamic(stringType, "a"),
  },
  {
    title: "anything for null",
    member: computed(dynamicType),
    planned: null,
    applied: new Dynamic(stringType, "a"),
  },
  {
    title: "anything for unknown",
    member: computed(dynamicType),
    planned: ctyUnknown,
    applied: new Dynamic(stringType, "a"),
  },
  {
    title: "null for a value",
    member: optional(dynamicType),
    planned: new Dynamic(stringType, "a"),
    applied: null,
    faults: ['.m The provider returned null for `m`, which was planned to be "a".'],
  },
  {
    title: "another type",
    member: optional(dynamicType),
    planned: new Dynamic(stringType, "1"),
    applied: new Dynamic(numberType, 1),
    faults: [".m The provider returned a value for `m` whose type was not planned."],
  },
  {
    title: "a part",
    member: optional(dynamicType),
    planned: new Dynamic(object({ a: stringType }), objectOf({ a: "x" })),
    applied: new Dynamic(object({ a: stringType }), objectOf({ a: "y" })),
    faults: ['.m.a The provider returned "y" for `m.a`, which was planned to be "x".'],
  },
  {
    title: "a part whose type was not known",
    member: optional(dynamicType),
    planned: new Dynamic(tuple(object({ a: dynamicType })), [objectOf({ a: ctyUnknown })]),
    applied: new Dynamic(tuple(object({ a: stringType })), [objectOf({ a: "x" })]),
  },
  {
    title: "a part whose type is its own",
    member: optional(dynamicType),
    planned: new Dynamic(tuple(stringType, numberType), ["x", 1]),
    applied: new Dynamic(tuple(dynamicType, numberType), [new Dynamic(stringType, "x"), 1]),
  },
  {
    title: "a part of another type",
    member: optional(dynamicType),
    planned: new Dynamic(tuple(stringType), ["1"]),
    applied: new Dynamic(tuple(dynamicType), [new Dynamic(numberType, 1)]),
    faults: [".m The provider returned a value for `m` whose type was not planned."],
  },
];

const blockCases: Case[] = [
  {
    title: "a single block",
    member: blocks("single", rule),
    planned: ruleOf(1, ctyUnknown),
    applied: ruleOf(1, "x"),
  },
  {
    title: "an unknown single block that is not there",
    member: blocks("single", rule),
    planned: ctyUnknown,
    applied: null,
  },
  {
    title: "an unknown single block that is there",
    member: blocks("single", rule),
    planned: ctyUnknown,
    applied: ruleOf(1, "x"),
  },
  {
    title: "a single block that is missing",
    member: blocks("single", rule),
    planned: ruleOf(1),
    applied: null,
    faults: [".m The provider did not return `m`, which was planned."],
  },
  {
    title: "a single block that was not planned",
    member: blocks("single", rule),
    planned: null,
    applied: ruleOf(1),
    faults: [".m The provider returned `m`, which was planned to be absent."],
  },
  {
    title: "list blocks",
    member: blocks("list", rule),
    planned: [ruleOf(1, ctyUnknown), ruleOf(2, "x")],
    applied: [ruleOf(1, "y"), ruleOf(2, "z")],
    faults: ['.m[1].id The provider returned "z" for `m[1].id`, which was planned to be "x".'],
  },
  {
    title: "more list blocks",
    member: blocks("list", rule),
    planned: [],
    applied: [ruleOf(1)],
    faults: [".m The provider returned 1 block for `m`, but the plan has 0 blocks."],
  },
  { title: "unknown list blocks", member: blocks("list", rule), planned: ctyUnknown, applied: [ruleOf(1)] },
  {
    title: "map blocks",
    member: blocks("map", rule),
    planned: objectOf({ a: ruleOf(1), b: ruleOf(1) }),
    applied: objectOf({ a: ruleOf(2), c: ruleOf(1) }),
    faults: [
      '.m["a"].port The provider returned 2 for `m["a"].port`, which was planned to be 1.',
      '.m["b"] The provider did not return `m["b"]`, which was planned.',
      '.m["c"] The provider returned `m["c"]`, which was not planned.',
    ],
  },
  {
    title: "set blocks",
    member: blocks("set", rule),
    planned: [ruleOf(1, ctyUnknown), ruleOf(2, ctyUnknown)],
    applied: [ruleOf(2, "y"), ruleOf(1, "x")],
  },
  {
    title: "set blocks that become one",
    member: blocks("set", rule),
    planned: [ruleOf(ctyUnknown, "x"), ruleOf(2, "x")],
    applied: [ruleOf(2, "x")],
  },
  {
    title: "set blocks with another value",
    member: blocks("set", rule),
    planned: [ruleOf(1, ctyUnknown), ruleOf(2, ctyUnknown)],
    applied: [ruleOf(1, "x"), ruleOf(3, "y")],
    faults: [".m The provider returned `m` without 1 element of the plan."],
  },
  {
    title: "nested attributes in a set",
    member: nested("set", rule),
    planned: [ruleOf(1, ctyUnknown)],
    applied: [ruleOf(1, "x"), ruleOf(2, "x")],
    faults: [".m The provider returned `m` with 1 element that the plan does not have."],
  },
  {
    title: "a sensitive part of a nested attribute",
    member: nested("list", { code: optional(stringType, { sensitive: true }), name: optional() }),
    planned: [objectOf({ code: "secret", name: "a" })],
    applied: [objectOf({ code: "hidden", name: "b" })],
    faults: [
      ".m[0].code The provider returned a sensitive value for `m[0].code`, which was planned to be a sensitive value.",
      '.m[0].name The provider returned "b" for `m[0].name`, which was planned to be "a".',
    ],
  },
];

function faultsOf({ member, planned, applied }: Case): string[] {
  const faults = checkApplied(block({ m: member }), objectOf({ m: planned }), objectOf({ m: applied }));
  return faults.map(({ path, text }) => `${pathText(path)} ${text}`);
}

describe("checkApplied", () => {
  it.each(attributes)("attribute: $title", (each) => {
    expect(faultsOf(each)).toEqual(each.faults ?? []);
  });

  it.each(refinements)("refinement: $title", (each) => {
    expect(faultsOf(each)).toEqual(each.faults ?? []);
  });

  it.each(dynamics)("dynamic value: $title", (each) => {
    expect(faultsOf(each)).toEqual(each.faults ?? []);
  });

  it.each(blockCases)("block: $title", (each) => {
    expect(faultsOf(each)).toEqual(each.faults ?? []);
  });

  it("compares whole objects", () => {
    const schema = block({ name: optional() });
    const some = objectOf({ name: "a" });
    expect(checkApplied(schema, null, null)).toEqual([]);
    expect(checkApplied(schema, some, null)).toHaveLength(1);
    expect(checkApplied(schema, null, some)).toHaveLength(1);
  });

  it("shows nothing of a secret of the program", () => {
    const schema = block({ tags: optional(strings("map")) });
    const of = (value: string) => objectOf({ tags: objectOf({ hidden: value }) });
    expect(checkApplied(schema, of("secret"), of("SECRET"), (path) => path.length === 1)).toEqual([
      {
        path: [{ attribute: "tags" }],
        text: "The provider returned a sensitive value for `tags`, which was planned to be a sensitive value.",
      },
    ]);
  });

  it("accepts what was planned, and any value for what was unknown", () => {
    const inputs = schemas().chain((schema) =>
      fc.tuple(fc.constant(schema), objects(schema, { unknown: true })),
    );
    fc.assert(
      fc.property(inputs, ([schema, planned]) => {
        expect(checkApplied(schema, planned, shuffled(schema.type, planned))).toEqual([]);
        expect(checkApplied(schema, planned, unknownsToNull(schema.type, planned))).toEqual([]);
      }),
    );
  });

  it("finds every difference between known objects", () => {
    const inputs = schemas()
      .filter(({ type }) => !hasDynamic(type))
      .chain((schema) => fc.tuple(fc.constant(schema), objects(schema), objects(schema)));
    fc.assert(
      fc.property(inputs, ([schema, planned, applied]) => {
        const isEqual = equalCty(schema.type, planned, applied);
        expect(checkApplied(schema, planned, applied).length === 0).toBe(isEqual);
      }),
    );
  });

  it("matches large sets of blocks", () => {
    const schema = block({ rule: blocks("set", rule) });
    const ports = Array.from({ length: 5000 }, (_, index) => index);
    const planned = objectOf({ rule: ports.map((port) => ruleOf(port, ctyUnknown)) });
    const applied = objectOf({ rule: ports.toReversed().map((port) => ruleOf(port, `id ${port}`)) });
    expect(checkApplied(schema, planned, applied)).toEqual([]);
  });
});
