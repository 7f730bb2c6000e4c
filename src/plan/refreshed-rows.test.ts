import { describe, expect, test } from "vitest";
import type { Edge, ObjectRow, ResourceRow, RowChange, Stored } from "../model/index.js";
import { RefreshedRows } from "./refreshed-rows.js";

function resource(rid: number, parent?: number, kind: ResourceRow["kind"] = "custom"): ResourceRow {
  const row = {
    rid,
    urn: `r${rid}`,
    type: "cloud:index:Bucket",
    name: `r${rid}`,
    kind,
    options: {},
    origin: [],
  };
  return parent === undefined ? row : { ...row, parent };
}

function object(rid: number, generation = 1, edges: readonly Edge[] = []): ObjectRow {
  const stored = {
    type: "cloud:index:Bucket",
    schemaVersion: 1,
    id: `b-${rid}`,
    inputs: {},
    outputs: { size: 1 },
  };
  return { rid, generation, status: "current", stored, baseline: { size: 1 }, edges };
}

const found: Stored = {
  type: "cloud:index:Bucket",
  schemaVersion: 1,
  id: "b",
  inputs: {},
  outputs: { size: 2 },
};

function rowsOf(resources: readonly ResourceRow[], objects: readonly ObjectRow[], seenAt?: string) {
  return new RefreshedRows(resources, (rid) => objects.filter((each) => each.rid === rid), seenAt);
}

describe("what was found is recorded", () => {
  test.each<[kind: ResourceRow["kind"], baseline: ObjectRow["baseline"]]>([
    ["custom", { size: 1 }],
    ["external", { size: 2 }],
  ])("of a %s resource with the baseline %o", (kind, baseline) => {
    const own = { ...object(1), observed: { outputs: { size: 3 } } };
    const { event, changes } = rowsOf([resource(1, undefined, kind)], [own], "now").record({
      row: resource(1, undefined, kind),
      object: own,
      found,
    });
    expect(event).toEqual({ kind: "recorded", what: "refreshed" });
    expect(changes).toEqual([
      { put: "object", row: { ...object(1), seenAt: "now", stored: { ...own.stored, ...found }, baseline } },
    ]);
  });

  test("with the edges that are left when its turn comes", () => {
    const child = object(2, 1, [{ kind: "input", field: "a", to: 1 }]);
    const rows = rowsOf([resource(1), resource(2)], [object(1), child]);
    rows.record({ row: resource(1), object: object(1), found: "absent" });
    const { changes } = rows.record({ row: resource(2), object: child, found });
    expect(changes).toMatchObject([{ put: "object", row: { rid: 2, edges: [] } }]);
  });
});

describe("what is gone leaves", () => {
  const drop = (rid: number, generation = 1): RowChange => ({ drop: "object", rid, generation });

  test("with its resource", () => {
    const rows = rowsOf([resource(1)], [object(1)]);
    expect(rows.record({ row: resource(1), object: object(1), found: "absent" })).toEqual({
      event: { kind: "recorded", what: "gone" },
      changes: [drop(1), { drop: "resource", rid: 1 }],
    });
  });

  test("alone, as long as its resource has another object", () => {
    const rows = rowsOf([resource(1)], [object(1), object(1, 2)]);
    const leave = (generation: number) =>
      rows.record({ row: resource(1), object: object(1, generation), found: "absent" }).changes;
    expect(leave(1)).toEqual([drop(1)]);
    expect(leave(2)).toEqual([drop(1, 2), { drop: "resource", rid: 1 }]);
  });

  test("and its children come to the nearest ancestor that is there; other edges go", () => {
    const child = object(3, 1, [
      { kind: "parent", to: 2 },
      { kind: "input", field: "a", to: 2 },
      { kind: "depends-on", to: 1 },
    ]);
    const rows = rowsOf([resource(1), resource(2, 1), resource(3, 2)], [object(1), object(2), child]);
    const leave = (rid: number) =>
      rows.record({ row: resource(rid), object: object(rid), found: "absent" }).changes;
    expect(leave(2)).toEqual([
      drop(2),
      { drop: "resource", rid: 2 },
      { put: "resource", row: resource(3, 1) },
      {
        put: "object",
        row: {
          ...child,
          edges: [
            { kind: "parent", to: 1 },
            { kind: "depends-on", to: 1 },
          ],
        },
      },
    ]);
    expect(leave(1)).toEqual([
      drop(1),
      { drop: "resource", rid: 1 },
      { put: "resource", row: resource(3) },
      { put: "object", row: { ...child, edges: [] } },
    ]);
  });
});
