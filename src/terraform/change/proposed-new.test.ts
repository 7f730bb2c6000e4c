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
} from "../../../tests/terraform/support/schemas.js";
import {
  ctyUnknown,
  Dynamic,
  dynamicType,
  equalCty,
  numberType,
  stringType,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";
import type { Block } from "../schema/index.js";
import { proposedNew, proposedUnknown } from "./proposed-new.js";

const thing = block({ name: required(), note: optional(), id: computed(), zone: optionalComputed() });
const rule = { port: required(numberType), id: computed(), host: optionalComputed() };
const rules = (nesting: "single" | "group" | "list" | "set" | "map") =>
  block({ rule: blocks(nesting, rule) });
const nestedRules = (nesting: "single" | "list" | "set" | "map") => block({ rule: nested(nesting, rule) });
const ruleOf = (port: CtyValue, id: CtyValue = null, host: CtyValue = null) => objectOf({ port, id, host });

type Case = [title: string, block: Block, prior: CtyValue, config: CtyValue, proposed: CtyValue];

const tags = { kind: "map", element: stringType } as const;
const computedNested = block({
  door: nested("single", { key: optional(), code: optionalComputed() }, { optional: true, computed: true }),
});
const setting = block({
  setting: blocks("list", { name: required(), value: optional(dynamicType), seen: computed() }),
});
const settings = (...values: CtyValue[]): CtyValue => {
  const type: CtyType = {
    kind: "object",
    attributes: new Map([
      ["name", stringType],
      ["value", numberType],
      ["seen", stringType],
    ]),
  };
  return objectOf({ setting: new Dynamic({ kind: "tuple", elements: values.map(() => type) }, values) });
};

const cases: Case[] = [
  ["nothing", thing, null, null, null],
  [
    "a create takes the configuration",
    thing,
    null,
    objectOf({ name: "a", note: null, id: null, zone: "z" }),
    objectOf({ name: "a", note: null, id: null, zone: "z" }),
  ],
  [
    "an unknown configuration of a new object is an empty object",
    thing,
    null,
    ctyUnknown,
    objectOf({ name: null, note: null, id: null, zone: null }),
  ],
  [
    "no configuration leaves the prior object",
    thing,
    objectOf({ name: "a", note: null, id: "1", zone: "z" }),
    null,
    objectOf({ name: "a", note: null, id: "1", zone: "z" }),
  ],
  [
    "computed attributes keep their prior value, others do not",
    thing,
    objectOf({ name: "a", note: "old", id: "1", zone: "z" }),
    objectOf({ name: "b", note: null, id: null, zone: null }),
    objectOf({ name: "b", note: null, id: "1", zone: "z" }),
  ],
  [
    "a configured value of a computed attribute wins, also if it is unknown",
    thing,
    objectOf({ name: "a", note: null, id: "1", zone: "z" }),
    objectOf({ name: ctyUnknown, note: null, id: null, zone: ctyUnknown }),
    objectOf({ name: ctyUnknown, note: null, id: "1", zone: ctyUnknown }),
  ],
  [
    "a map attribute is taken as a whole",
    block({ tags: optional(tags) }),
    objectOf({ tags: objectOf({ a: "1", b: "2" }) }),
    objectOf({ tags: objectOf({ a: "1" }) }),
    objectOf({ tags: objectOf({ a: "1" }) }),
  ],
  [
    "a single block is merged",
    rules("single"),
    objectOf({ rule: ruleOf(1, "x", "h") }),
    objectOf({ rule: ruleOf(2) }),
    objectOf({ rule: ruleOf(2, "x", "h") }),
  ],
  [
    "a removed single block",
    rules("single"),
    objectOf({ rule: ruleOf(1, "x") }),
    objectOf({ rule: null }),
    objectOf({ rule: null }),
  ],
  [
    "a new single block",
    rules("single"),
    objectOf({ rule: null }),
    objectOf({ rule: ruleOf(1) }),
    objectOf({ rule: ruleOf(1) }),
  ],
  [
    "a group is merged",
    rules("group"),
    objectOf({ rule: ruleOf(null, "x", "h") }),
    objectOf({ rule: ruleOf(1, null, "i") }),
    objectOf({ rule: ruleOf(1, "x", "i") }),
  ],
  [
    "list blocks pair by index, and new ones are taken as they are",
    rules("list"),
    objectOf({ rule: [ruleOf(1, "x"), ruleOf(2, "y")] }),
    objectOf({ rule: [ruleOf(2), ruleOf(1), ruleOf(3)] }),
    objectOf({ rule: [ruleOf(2, "x"), ruleOf(1, "y"), ruleOf(3)] }),
  ],
  [
    "an unknown list block stays unknown",
    rules("list"),
    objectOf({ rule: [ruleOf(1, "x"), ruleOf(2, "y")] }),
    objectOf({ rule: [ctyUnknown, ruleOf(2)] }),
    objectOf({ rule: [ctyUnknown, ruleOf(2, "y")] }),
  ],
  [
    "unknown blocks stay unknown",
    rules("list"),
    objectOf({ rule: [ruleOf(1, "x")] }),
    objectOf({ rule: ctyUnknown }),
    objectOf({ rule: ctyUnknown }),
  ],
  [
    "map blocks pair by key",
    rules("map"),
    objectOf({ rule: objectOf({ a: ruleOf(1, "x"), b: ruleOf(2, "y") }) }),
    objectOf({ rule: objectOf({ b: ruleOf(1), c: ruleOf(2) }) }),
    objectOf({ rule: objectOf({ b: ruleOf(1, "y"), c: ruleOf(2) }) }),
  ],
  [
    "set blocks pair by their configured attributes",
    rules("set"),
    objectOf({ rule: [ruleOf(1, "x", "h"), ruleOf(2, "y", "h"), ruleOf(3, "z", "h")] }),
    objectOf({ rule: [ruleOf(3), ruleOf(1, null, "h"), ruleOf(2, null, "other")] }),
    objectOf({ rule: [ruleOf(3, "z", "h"), ruleOf(1, "x", "h"), ruleOf(2, null, "other")] }),
  ],
  [
    "a prior set block is used once",
    rules("set"),
    objectOf({ rule: [ruleOf(1, "x", "h")] }),
    objectOf({ rule: [ruleOf(1), ruleOf(1, null, "h")] }),
    objectOf({ rule: [ruleOf(1, "x", "h"), ruleOf(1, null, "h")] }),
  ],
  [
    "a prior set block goes to an equal one",
    rules("set"),
    objectOf({ rule: [ruleOf(1, null, "h")] }),
    objectOf({ rule: [ruleOf(1), ruleOf(1, null, "h")] }),
    objectOf({ rule: [ruleOf(1), ruleOf(1, null, "h")] }),
  ],
  [
    "a set block with an unknown attribute has no prior block",
    rules("set"),
    objectOf({ rule: [ruleOf(1, "x", "h")] }),
    objectOf({ rule: [ruleOf(ctyUnknown)] }),
    objectOf({ rule: [ruleOf(ctyUnknown)] }),
  ],
  [
    "set blocks with inner list blocks",
    block({ group: blocks("set", { rule: blocks("list", rule) }) }),
    objectOf({
      group: [objectOf({ rule: [ruleOf(1, "x"), ruleOf(2, "y")] }), objectOf({ rule: [ruleOf(3, "z")] })],
    }),
    objectOf({ group: [objectOf({ rule: [ruleOf(3)] }), objectOf({ rule: [ruleOf(1)] })] }),
    objectOf({ group: [objectOf({ rule: [ruleOf(3, "z")] }), objectOf({ rule: [ruleOf(1)] })] }),
  ],
  [
    "set blocks with inner sets pair only if these are equal",
    block({ group: blocks("set", { rule: blocks("set", rule), id: computed() }) }),
    objectOf({
      group: [objectOf({ rule: [ruleOf(1, "x")], id: "1" }), objectOf({ rule: [ruleOf(2)], id: "2" })],
    }),
    objectOf({
      group: [objectOf({ rule: [ruleOf(1)], id: null }), objectOf({ rule: [ruleOf(2)], id: null })],
    }),
    objectOf({
      group: [objectOf({ rule: [ruleOf(1)], id: null }), objectOf({ rule: [ruleOf(2)], id: "2" })],
    }),
  ],
  [
    "nested attributes in a list",
    nestedRules("list"),
    objectOf({ rule: [ruleOf(1, "x"), null] }),
    objectOf({ rule: [ruleOf(2), ruleOf(3), null] }),
    objectOf({ rule: [ruleOf(2, "x"), ruleOf(3), null] }),
  ],
  [
    "nested attributes in a map",
    nestedRules("map"),
    objectOf({ rule: objectOf({ a: ruleOf(1, "x") }) }),
    objectOf({ rule: objectOf({ a: ruleOf(2), b: null }) }),
    objectOf({ rule: objectOf({ a: ruleOf(2, "x"), b: null }) }),
  ],
  [
    "nested attributes in a set",
    nestedRules("set"),
    objectOf({ rule: [ruleOf(1, "x"), ruleOf(2, "y")] }),
    objectOf({ rule: [ruleOf(2)] }),
    objectOf({ rule: [ruleOf(2, "y")] }),
  ],
  [
    "a removed nested attribute",
    nestedRules("single"),
    objectOf({ rule: ruleOf(1, "x") }),
    objectOf({ rule: null }),
    objectOf({ rule: null }),
  ],
  [
    "an unknown nested attribute",
    nestedRules("single"),
    objectOf({ rule: ruleOf(1, "x") }),
    objectOf({ rule: ctyUnknown }),
    objectOf({ rule: ctyUnknown }),
  ],
  [
    "a computed nested attribute that the provider made stays",
    computedNested,
    objectOf({ door: objectOf({ key: null, code: "7" }) }),
    objectOf({ door: null }),
    objectOf({ door: objectOf({ key: null, code: "7" }) }),
  ],
  [
    "a computed nested attribute that was configured before is removed",
    computedNested,
    objectOf({ door: objectOf({ key: "k", code: "7" }) }),
    objectOf({ door: null }),
    objectOf({ door: null }),
  ],
  [
    "blocks with dynamic attributes",
    setting,
    settings(objectOf({ name: "a", value: 1, seen: "now" })),
    settings(objectOf({ name: "b", value: 2, seen: null }), objectOf({ name: "c", value: null, seen: null })),
    settings(
      objectOf({ name: "b", value: 2, seen: "now" }),
      objectOf({ name: "c", value: null, seen: null }),
    ),
  ],
];

describe("proposedNew", () => {
  it.each(cases)("%s", (_title, schema, prior, config, proposed) => {
    const result = proposedNew(schema, prior, config);
    expect(equalCty(schema.type, result, proposed) ? proposed : result).toEqual(proposed);
  });

  it("shares the parts that do not change", () => {
    const config = objectOf({ rule: [ruleOf(1), ruleOf(2, null, "h")] });
    expect(proposedNew(rules("list"), null, config)).toBe(config);
    const prior = objectOf({ rule: [ruleOf(1, "x"), ruleOf(2)] });
    const proposed = proposedNew(rules("list"), prior, config) as ReadonlyMap<string, CtyValue[]>;
    expect(proposed.get("rule")![1]).toBe((config.get("rule") as CtyValue[])[1]);
  });

  it("of a prior object and itself is that object", () => {
    const inputs = schemas().chain((schema) => fc.tuple(fc.constant(schema), objects(schema)));
    fc.assert(
      fc.property(inputs, ([schema, state]) => {
        expect(equalCty(schema.type, proposedNew(schema, state, state), state)).toBe(true);
      }),
    );
  });

  it("pairs large sets whose attributes are all computed", () => {
    const schema = block({ rule: blocks("set", { name: optionalComputed(), id: computed() }) });
    const names = Array.from({ length: 5000 }, (_, index) => `name ${index}`);
    const prior = objectOf({ rule: names.map((name) => objectOf({ name, id: "x" })) });
    const config = objectOf({ rule: names.toReversed().map((name) => objectOf({ name, id: null })) });
    expect(equalCty(schema.type, proposedNew(schema, prior, config), prior)).toBe(true);
  });

  it("pairs large sets", () => {
    const count = 5000;
    const ports = Array.from({ length: count }, (_, index) => index);
    const prior = objectOf({ rule: ports.map((port) => ruleOf(port, `id ${port}`)) });
    const config = objectOf({ rule: ports.toReversed().map((port) => ruleOf(port)) });
    expect(equalCty(rules("set").type, proposedNew(rules("set"), prior, config), prior)).toBe(true);
  });
});

describe("proposedUnknown", () => {
  const cases: [title: string, block: Block, config: CtyValue, proposed: CtyValue][] = [
    [
      "attributes",
      thing,
      objectOf({ name: "a", note: null, id: null, zone: null }),
      objectOf({ name: "a", note: null, id: ctyUnknown, zone: ctyUnknown }),
    ],
    [
      "a single block",
      rules("single"),
      objectOf({ rule: ruleOf(1) }),
      objectOf({ rule: ruleOf(1, ctyUnknown, ctyUnknown) }),
    ],
    ["no single block", rules("single"), objectOf({ rule: null }), objectOf({ rule: null })],
    [
      "list blocks",
      rules("list"),
      objectOf({ rule: [ruleOf(1, null, "h")] }),
      objectOf({ rule: [ruleOf(1, ctyUnknown, "h")] }),
    ],
    ["no list blocks", rules("list"), objectOf({ rule: [] }), objectOf({ rule: [] })],
    [
      "set blocks",
      rules("set"),
      objectOf({ rule: [ruleOf(1, null, "h")] }),
      objectOf({ rule: [ruleOf(1, ctyUnknown, "h")] }),
    ],
    [
      "map blocks",
      rules("map"),
      objectOf({ rule: objectOf({ a: ruleOf(1, null, "h") }) }),
      objectOf({ rule: objectOf({ a: ruleOf(1, ctyUnknown, "h") }) }),
    ],
    [
      "a nested attribute",
      nestedRules("set"),
      objectOf({ rule: [ruleOf(1)] }),
      objectOf({ rule: [ruleOf(1, ctyUnknown, ctyUnknown)] }),
    ],
    ["a computed nested attribute", computedNested, objectOf({ door: null }), objectOf({ door: ctyUnknown })],
    ["an unknown configuration", thing, ctyUnknown, ctyUnknown],
  ];

  it.each(cases)("%s", (_title, schema, config, proposed) => {
    expect(proposedUnknown(schema, config)).toEqual(proposed);
  });
});
