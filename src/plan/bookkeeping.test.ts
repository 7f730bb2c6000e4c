import { describe, expect, it, test } from "vitest";
import { secretOf, type ObjectRow, type ResourceRow } from "../model/index.js";
import { areRecorded, bookkeeping, type Recorded } from "./bookkeeping.js";

const recorded: Recorded = {
  urn: "urn:pulumi:dev::shop::cloud:index:Bucket::logs",
  parent: "urn:pulumi:dev::shop::shop:index:Site::front",
  globalId: "logs",
  options: { protect: true, ignoreChanges: ["a", "b"] },
  edges: ["input region a", "depends-on  b"],
  schemaVersion: 2,
  inputs: { name: "logs", tags: { team: "web" } },
};

describe("what is recorded and differs", () => {
  test.each<[string, Partial<Recorded>]>([
    ["name", { urn: "urn:pulumi:dev::shop::cloud:index:Bucket::log" }],
    ["parent", { parent: undefined }],
    ["parent", { parent: "urn:pulumi:dev::shop::shop:index:Site::back" }],
    ["global id", { globalId: undefined }],
    ["options", { options: { protect: false, ignoreChanges: ["a", "b"] } }],
    ["options", { options: { protect: true, ignoreChanges: ["b", "a"] } }],
    ["options", { options: {} }],
    ["dependencies", { edges: ["input region a"] }],
    ["dependencies", { edges: ["input region a", "depends-on  c"] }],
    ["dependencies", { edges: ["input region a", "depends-on  b", "origin c"] }],
    ["schema version", { schemaVersion: 3 }],
    ["inputs", { inputs: { name: "LOGS", tags: { team: "web" } } }],
    ["inputs", { inputs: { name: secretOf("logs"), tags: { team: "web" } } }],
  ])("%s: %j", (word, difference) => {
    expect(bookkeeping(recorded, { ...recorded, ...difference })).toEqual([word]);
    expect(bookkeeping({ ...recorded, ...difference }, recorded)).toEqual([word]);
  });

  test("all of it is named, in a fixed order", () => {
    const other: Recorded = {
      urn: "",
      parent: undefined,
      globalId: undefined,
      options: {},
      edges: [],
      schemaVersion: 1,
      inputs: {},
    };
    expect(bookkeeping(recorded, other)).toEqual([
      "name",
      "parent",
      "global id",
      "options",
      "dependencies",
      "schema version",
      "inputs",
    ]);
  });
});

test.each<[string, Partial<Recorded>]>([
  ["the order of edges", { edges: ["depends-on  b", "input region a"] }],
  ["the order of keys", { inputs: { tags: { team: "web" }, name: "logs" } }],
  ["null for absent", { inputs: { ...recorded.inputs, size: null } }],
  ["nothing", {}],
])("no difference is %s", (_, same) => {
  expect(bookkeeping(recorded, { ...recorded, ...same })).toEqual([]);
});

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

describe("rows that are recorded already", () => {
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
    expect(areRecorded(other, { row, object })).toBe(isSame);
  });
});
