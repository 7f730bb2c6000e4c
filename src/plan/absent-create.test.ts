import { expect, test } from "vitest";
import { decideAbsentCreate, isRepeatable } from "./absent-create.js";

test.each<[what: string, planned: Parameters<typeof isRepeatable>[0], repeatable: boolean]>([
  ["planned from recorded inputs alone", {}, true],
  ["that uses unrecorded inputs", { unrecorded: true }, false],
  ["with bytes of the provider's own plan", { opaque: "AAEC" }, false],
  ["with empty bytes of the provider's own plan", { opaque: "" }, false],
  ["with both", { unrecorded: true, opaque: "AAEC" }, false],
])("whether a create can be repeated from its intent: one %s", (_, planned, repeatable) => {
  expect(isRepeatable(planned)).toBe(repeatable);
});

test.each<[what: string, repeatable: boolean | undefined, decided: "repeat" | "drop"]>([
  ["says nothing, as those before format 3", undefined, "repeat"],
  ["can be repeated", true, "repeat"],
  ["cannot be repeated", false, "drop"],
])("an interrupted create that made nothing, whose intent %s", (_, repeatable, decided) => {
  expect(decideAbsentCreate(repeatable === undefined ? {} : { repeatable })).toBe(decided);
});
