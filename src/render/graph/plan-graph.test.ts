import { expect, test } from "vitest";
import {
  objectKey,
  type Change,
  type Edge,
  type ObjectRow,
  type ResourceKind,
  type ResourceRow,
  type Snapshot,
} from "../../model/index.js";
import { planGraph, stateGraph } from "./index.js";

interface Recorded {
  readonly rid: number;
  readonly name: string;
  readonly kind?: ResourceKind;
  readonly parent?: number;
  readonly provider?: number;
  readonly edges?: readonly Edge[];
  readonly generation?: number;
}

const urnOf = (name: string) => `urn:${name}`;

function snapshotOf(rows: readonly Recorded[]): Snapshot {
  const resources = rows.map(({ rid, name, kind = "custom", parent }): [number, ResourceRow] => [
    rid,
    {
      rid,
      urn: urnOf(name),
      type: `t:${name}`,
      name,
      kind,
      options: {},
      origin: [],
      ...(parent && { parent }),
    },
  ]);
  const objects = rows.map(({ rid, edges = [], provider, generation = 1 }): [string, ObjectRow] => [
    objectKey(rid, generation),
    {
      rid,
      generation,
      status: "current",
      stored: { type: "t", schemaVersion: 1, inputs: {}, outputs: {} },
      baseline: {},
      edges,
      ...(provider && { provider }),
    },
  ]);
  return {
    lineage: "l",
    head: 1,
    nextRid: 99,
    resources: new Map(resources),
    objects: new Map(objects),
    open: new Map(),
    outputs: {},
    moves: [],
    seen: [],
  };
}

function change(name: string, action: Change["action"], more: Partial<Change> = {}): Change {
  return {
    urn: urnOf(name),
    type: `t:${name}`,
    name,
    kind: "custom",
    action,
    reasons: [],
    sequence: [0],
    inputs: {},
    needs: [],
    ...more,
  };
}

test("state knows resources, components around them, and what they need", () => {
  const graph = stateGraph(
    snapshotOf([
      { rid: 3, name: "web", parent: 2, provider: 4, edges: [{ kind: "input", to: 5, field: "net" }] },
      { rid: 1, name: "site", kind: "component" },
      { rid: 2, name: "host", parent: 1 },
      { rid: 4, name: "cloud", kind: "provider" },
      { rid: 5, name: "net", edges: [{ kind: "input", to: 77, field: "gone" }] },
    ]),
  );
  expect(graph.nodes.map(({ name, component }) => [name, component])).toEqual([
    ["site", undefined],
    ["host", "urn:site"],
    // A child of a resource that is not a component is placed beside it, in the component of both.
    ["web", "urn:site"],
    ["cloud", undefined],
    ["net", undefined],
  ]);
  expect(graph.edges).toEqual([
    { from: "urn:web", to: "urn:host", kind: "parent" },
    { from: "urn:web", to: "urn:net", kind: "input", field: "net" },
    { from: "urn:web", to: "urn:cloud", kind: "provider" },
  ]);
});

test("a plan adds what it does; what leaves is asked of state, by the names of the plan", () => {
  const snapshot = snapshotOf([
    { rid: 1, name: "site", kind: "component" },
    { rid: 2, name: "before" },
    { rid: 3, name: "old", parent: 1, edges: [{ kind: "input", to: 2, field: "of" }] },
  ]);
  const graph = planGraph(
    {
      changes: [
        change("site", "same", { kind: "component", rid: 1 }),
        change("after", "update", {
          rid: 2,
          renamedFrom: "urn:before",
          needs: [{ kind: "parent", urn: "urn:site" }],
        }),
        change("new", "create", {
          needs: [
            { kind: "input", field: "of", urn: "urn:after", reads: ["id"] },
            { kind: "depends-on", urn: "urn:nobody" },
          ],
        }),
        change("old", "delete", { rid: 3, sequence: [] }),
        // A leftover of an earlier replacement.
        change("after", "delete", { rid: 2, sequence: [] }),
      ],
    },
    snapshot,
  );
  expect(graph.nodes.map(({ name, action, component }) => [name, action, component])).toEqual([
    ["site", "same", undefined],
    ["after", "update", "urn:site"],
    ["new", "create", undefined],
    ["old", "delete", "urn:site"],
  ]);
  expect(graph.edges).toEqual([
    { from: "urn:new", to: "urn:after", kind: "input", field: "of" },
    { from: "urn:old", to: "urn:after", kind: "input", field: "of" },
  ]);
});
