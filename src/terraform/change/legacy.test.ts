import { describe, expect, it } from "vitest";
import { block, blocks, objectOf, optional } from "../../../tests/terraform/support/schemas.js";
import { ctyUnknown, dynamicType, numberType, type CtyValue } from "../cty/index.js";
import { normaliseLegacy } from "./legacy.js";

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
