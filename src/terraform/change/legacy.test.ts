import { describe, expect, it } from "vitest";
import { block, blocks, computed, objectOf, optional } from "../../../tests/terraform/support/schemas.js";
import {
  boolType,
  ctyUnknown,
  Dynamic,
  dynamicType,
  numberType,
  stringType,
  type CtyValue,
} from "../cty/index.js";
import { normaliseLegacy, sameForLegacy } from "./legacy.js";

const inner = { port: optional(numberType), deep: blocks("list", { key: optional() }) };
const thing = block({
  name: optional(),
  list: blocks("list", inner),
  set: blocks("set", inner),
  single: blocks("single", inner),
  group: blocks("group", inner),
  map: blocks("map", inner),
});
const nothing = { port: null, deep: [] };
const stub = objectOf({ port: ctyUnknown, deep: [objectOf({ key: ctyUnknown })] });
const normal = {
  name: null,
  list: [],
  set: [],
  single: null,
  group: objectOf(nothing),
  map: objectOf({}),
};
const thingOf = (parts: Record<string, CtyValue>) => objectOf({ ...normal, ...parts });

describe("normaliseLegacy", () => {
  const cases: [title: string, value: CtyValue, normal: CtyValue][] = [
    ["null", null, null],
    ["null blocks", thingOf({ list: null, set: null, group: null, map: null }), thingOf({})],
    [
      "unknown blocks",
      thingOf({ list: ctyUnknown, set: ctyUnknown, single: ctyUnknown, group: ctyUnknown, map: ctyUnknown }),
      thingOf({ list: [stub], set: [stub], single: stub, group: stub }),
    ],
    [
      "blocks in blocks",
      thingOf({
        list: [objectOf({ port: 1, deep: null })],
        set: [objectOf({ port: 1, deep: ctyUnknown })],
        single: objectOf({ port: 1, deep: null }),
        map: objectOf({ a: objectOf({ port: 1, deep: null }) }),
      }),
      thingOf({
        list: [objectOf({ port: 1, deep: [] })],
        set: [objectOf({ port: 1, deep: [objectOf({ key: ctyUnknown })] })],
        single: objectOf({ port: 1, deep: [] }),
        map: objectOf({ a: objectOf({ port: 1, deep: [] }) }),
      }),
    ],
    [
      "null and unknown elements",
      thingOf({ list: [null, ctyUnknown] }),
      thingOf({ list: [objectOf(nothing), stub] }),
    ],
    [
      "set blocks that become equal",
      thingOf({ set: [objectOf({ port: 1, deep: null }), objectOf({ port: 1, deep: [] })] }),
      thingOf({ set: [objectOf({ port: 1, deep: [] })] }),
    ],
    ["attributes stay", thingOf({ name: ctyUnknown }), thingOf({ name: ctyUnknown })],
  ];

  it.each(cases)("%s", (_title, value, normal) => {
    expect(normaliseLegacy(thing, value)).toEqual(normal);
  });

  it("returns a normal object as it is", () => {
    const value = thingOf({ list: [objectOf(nothing)], map: objectOf({ a: objectOf(nothing) }) });
    expect(normaliseLegacy(thing, value)).toBe(value);
  });

  it("leaves blocks with dynamic attributes as they are", () => {
    const schema = block({ setting: blocks("list", { value: optional(dynamicType) }) });
    expect(normaliseLegacy(schema, objectOf({ setting: null }))).toEqual(objectOf({ setting: null }));
  });
});

describe("sameForLegacy", () => {
  const schema = block({
    text: optional(),
    number: optional(numberType),
    bool: optional(boolType),
    list: optional({ kind: "list", element: stringType }),
    set: optional({ kind: "set", element: stringType }),
    map: optional({ kind: "map", element: stringType }),
    any: optional(dynamicType),
    rule: blocks("set", { port: optional(numberType), id: computed() }),
  });
  const empty = {
    text: null,
    number: null,
    bool: null,
    list: null,
    set: null,
    map: null,
    any: null,
    rule: [],
  };
  const of = (parts: Record<string, CtyValue>) => objectOf({ ...empty, ...parts });
  const rule = (port: CtyValue, id: CtyValue) => objectOf({ port, id });

  const cases: [title: string, one: CtyValue, other: CtyValue, same: boolean][] = [
    ["nothing", null, null, true],
    ["an object and nothing", null, of({}), false],
    ["empty text", of({}), of({ text: "" }), true],
    ["zero", of({}), of({ number: 0 }), true],
    ["false", of({}), of({ bool: false }), true],
    ["an empty list", of({}), of({ list: [] }), true],
    ["an empty set", of({}), of({ set: [] }), true],
    ["an empty map", of({}), of({ map: objectOf({}) }), true],
    ["text", of({}), of({ text: "a" }), false],
    ["true", of({}), of({ bool: true }), false],
    ["a list with empty text", of({}), of({ list: [""] }), false],
    ["null and empty text in a list", of({ list: [null] }), of({ list: [""] }), true],
    [
      "null and empty text in a map",
      of({ map: objectOf({ a: null }) }),
      of({ map: objectOf({ a: "" }) }),
      true,
    ],
    ["a map with an empty entry", of({ map: objectOf({}) }), of({ map: objectOf({ a: "" }) }), false],
    [
      "blocks in another order",
      of({ rule: [rule(1, null), rule(2, "")] }),
      of({ rule: [rule(2, null), rule(1, "")] }),
      true,
    ],
    ["other blocks", of({ rule: [rule(1, null)] }), of({ rule: [rule(2, null)] }), false],
    ["unknown and null", of({ text: ctyUnknown }), of({}), false],
    ["a dynamic value", of({ any: new Dynamic(stringType, "") }), of({}), false],
  ];

  it.each(cases)("%s", (_title, one, other, same) => {
    expect(sameForLegacy(schema, one, other)).toBe(same);
    expect(sameForLegacy(schema, other, one)).toBe(same);
  });
});
