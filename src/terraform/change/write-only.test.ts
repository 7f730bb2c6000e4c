import { describe, expect, it } from "vitest";
import { block, blocks, nested, objectOf, optional } from "../../../tests/terraform/support/schemas.js";
import { ctyUnknown, pathText, stringType, type CtyValue } from "../cty/index.js";
import { writeOnlyPaths } from "./write-only.js";

const door = { code: optional(stringType, { writeOnly: true }), name: optional() };
const thing = block({
  secret: optional(stringType, { writeOnly: true }),
  single: nested("single", door),
  map: nested("map", door),
  set: nested("set", door),
  list: blocks("list", door),
  blocks: blocks("set", { inner: blocks("single", door) }),
  plain: blocks("list", { name: optional() }),
});
const nothing = { secret: null, single: null, map: null, set: null, list: [], blocks: [], plain: [] };
const doorOf = (code: CtyValue) => objectOf({ code, name: "n" });

describe("writeOnlyPaths", () => {
  const cases: [title: string, parts: Record<string, CtyValue>, paths: string[]][] = [
    ["nothing", {}, []],
    ["an attribute", { secret: "s" }, [".secret"]],
    ["an unknown attribute", { secret: ctyUnknown }, [".secret"]],
    ["a nested attribute", { single: doorOf("s") }, [".single.code"]],
    ["a nested attribute that is null", { single: doorOf(null) }, []],
    ["an unknown nested attribute", { single: ctyUnknown }, []],
    ["a map", { map: objectOf({ a: doorOf(null), b: doorOf("s") }) }, ['.map["b"].code']],
    ["a set", { set: [doorOf("s"), doorOf("t")] }, [".set"]],
    ["a set without any", { set: [doorOf(null)] }, []],
    ["list blocks", { list: [doorOf(null), doorOf("s")] }, [".list[1].code"]],
    ["blocks in set blocks", { blocks: [objectOf({ inner: doorOf("s") })] }, [".blocks"]],
    ["blocks without write-only attributes", { plain: [objectOf({ name: "n" })] }, []],
  ];

  it.each(cases)("%s", (_title, parts, paths) => {
    expect(writeOnlyPaths(thing, objectOf({ ...nothing, ...parts })).map(pathText)).toEqual(paths);
  });

  it("finds none in null", () => {
    expect(writeOnlyPaths(thing, null)).toEqual([]);
  });
});
