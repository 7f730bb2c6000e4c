import { describe, expect, it } from "vitest";
import { block, objectOf, optional } from "../../../tests/terraform/support/schemas.js";
import { ctyUnknown, stringType, type CtyPath, type CtyValue } from "../cty/index.js";
import { actionOf } from "./action.js";

const thing = block({ name: optional(), tags: optional({ kind: "set", element: stringType }) });
const thingOf = (name: CtyValue, ...tags: CtyValue[]) => objectOf({ name, tags });
const path: CtyPath = [{ attribute: "name" }];

describe("actionOf", () => {
  it.each([
    ["no prior object", null, thingOf("a"), [], "create"],
    ["no prior object and a path to replace", null, thingOf("a"), [path], "create"],
    ["nothing new", thingOf("a", "x", "y"), thingOf("a", "y", "x"), [], "none"],
    ["another value", thingOf("a"), thingOf("b"), [], "update"],
    ["an unknown value", thingOf("a"), thingOf(ctyUnknown), [], "update"],
    ["unknown on both sides", thingOf(ctyUnknown), thingOf(ctyUnknown), [], "update"],
    ["another value that replaces", thingOf("a"), thingOf("b"), [path], "replace"],
    ["a write-only value that replaces", thingOf("a"), thingOf("a"), [path], "replace"],
  ] as const)("%s", (_title, prior, planned, replacePaths, action) => {
    expect(actionOf(thing, { prior, planned, replacePaths })).toBe(action);
  });
});
