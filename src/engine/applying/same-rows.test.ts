import { describe, expect, it } from "vitest";
import { secretOf, type ObjectRow, type ResourceRow } from "../../model/index.js";
import { sameRows } from "./same-rows.js";

const row: ResourceRow = {
  rid: 1,
  urn: "urn",
  type: "cloud:index:Bucket",
  name: "logs",
  kind: "external",
  options: {},
  origin: [],
};
const object: ObjectRow = {
  rid: 1,
  generation: 1,
  status: "current",
  stored: { type: "cloud:index:Bucket", schemaVersion: 1, id: "b-1", inputs: {}, outputs: { acl: "a" } },
  baseline: {},
  edges: [
    { kind: "parent", to: 2 },
    { kind: "input", field: "a", to: 3 },
  ],
};

describe("sameRows", () => {
  it.each<[string, Partial<ResourceRow>, Partial<ObjectRow>, boolean]>([
    ["nothing", {}, {}, true],
    ["where it stands", { position: { file: "a.ts", line: 1, column: 1 } }, {}, true],
    ["the order of its edges", {}, { edges: object.edges.toReversed() }, true],
    ["an option", { options: { protect: true } }, {}, false],
    ["its kind", { kind: "custom" }, {}, false],
    ["what its callback waits for", { origin: [{ waitsFor: [2] }] }, {}, false],
    ["an edge", {}, { edges: [] }, false],
    ["an output", {}, { stored: { ...object.stored, outputs: { acl: "b" } } }, false],
    ["its id", {}, { stored: { ...object.stored, id: "b-2" } }, false],
    [
      "that an output is secret",
      {},
      { stored: { ...object.stored, outputs: { acl: secretOf("a") } } },
      false,
    ],
    ["its package", {}, { package: { name: "cloud", version: "2.0.0", module: "cloud" } }, false],
  ])("another in %s", (_, otherRow, otherObject, isSame) => {
    const other = { row: { ...row, ...otherRow }, object: { ...object, ...otherObject } };
    expect(sameRows({ row, object }, other)).toBe(isSame);
  });
});
