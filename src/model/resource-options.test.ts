import { describe, expect, test } from "vitest";
import { constant } from "./expression.js";
import {
  nearestOptions,
  optionsWhere,
  resourceOptions,
  type OptionForm,
  type OptionName,
  type RegisteredOptions,
  type ResourceOption,
} from "./resource-options.js";
import { expressionsOf } from "./index.js";

const rows = Object.entries(resourceOptions) as [OptionName, ResourceOption][];

describe("the rows of the table hold together", () => {
  test.each(rows)("%s", (_, { takes, on, edge, recorded, exportedAs, premise, inherited }) => {
    expect(on.length).toBeGreaterThan(0);
    if (takes === "resource" || takes === "resources") expect(edge).toBeDefined();
    if (exportedAs !== undefined) expect(recorded).toBe("whole");
    // Its value would be in the premises twice, with different values, because a recorded option may be inherited.
    if (recorded === "whole") expect(premise).toBeUndefined();
    if (recorded === "whole") expect(kindsIn(takes).some((kind) => unrecordable.has(kind))).toBe(false);
    if (inherited) expect(on).toContain("component");
  });
});

/** Functions and resources exist only in the process of the program. */
const unrecordable = new Set(["functions", "dependencies", "resource", "resources", "provider", "providers"]);

function kindsIn(form: OptionForm): readonly string[] {
  if (typeof form === "string") return [form];
  return Object.values("all" in form ? form.all : form.some);
}

test("options are chosen by their rows, in the order of the table", () => {
  expect(optionsWhere(({ identity }) => identity === true)).toEqual(["id", "globalId"]);
});

test("expressions are told by name", () => {
  const [dependsOn, replaceTrigger] = [constant([]), constant(1)];
  expect(expressionsOf({ protect: true, replaceTrigger, dependsOn })).toEqual([
    ["dependsOn", dependsOn],
    ["replaceTrigger", replaceTrigger],
  ]);
});

test.each<[string, readonly RegisteredOptions[], RegisteredOptions]>([
  ["nothing is said", [{}, {}], {}],
  ["its own goes before that of a component", [{ protect: false }, { protect: true }], { protect: false }],
  ["the nearest component counts", [{}, { protect: true }, { protect: false }], { protect: true }],
  ["others are not inherited", [{}, { ignoreChanges: ["a"], hideDiffs: ["b"] }], {}],
  [
    "each option by itself",
    [{ protect: false }, { retainOnDelete: true }],
    { protect: false, retainOnDelete: true },
  ],
])("inherited options: %s", (_, family, expected) => {
  type Family = Parameters<typeof nearestOptions>[0];
  const nearest = family.reduceRight<Family>((parent, options) => ({ parent, options }), undefined);
  expect(nearestOptions(nearest)).toEqual(expected);
});
