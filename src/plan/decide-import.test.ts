import { describe, expect, it } from "vitest";
import type { Planned, PlannedField } from "../model/index.js";
import { decideImport } from "./decide-import.js";

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

describe("decideImport", () => {
  it.each<[string, Planned, readonly unknown[], boolean]>([
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

  it("refuses what would have to be replaced, and names the fields that say so", () => {
    expect(decideImport("b-1", planned(field("acl"), field("region", true)))).toEqual({
      ok: false,
      fields: [field("region", true)],
    });
  });
});
