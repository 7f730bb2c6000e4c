import { describe, expect, test } from "vitest";
import type { ObjectRow, Reason, ResourceKind, Stored } from "../model/index.js";
import { observations, type Observations, type SeeingPlan, type SeenResource } from "./observations.js";

const stored: Stored = {
  type: "cloud:index:Bucket",
  schemaVersion: 1,
  id: "b",
  inputs: {},
  outputs: { size: 1 },
};

function object(rid: number): ObjectRow {
  return { rid, generation: 1, status: "current", stored, baseline: {}, edges: [] };
}

const drift: Reason = {
  kind: "drift",
  fields: [{ path: "size", kind: "update", replaces: false, of: "drift" }],
};

function seen(
  rid: number,
  observed: Stored | "absent" | undefined,
  more: Partial<SeenResource> = {},
): SeenResource {
  return {
    registration: { kind: "custom" },
    prior: { object: object(rid) },
    observed,
    decision: { action: "same", reasons: [] },
    ...more,
  };
}

/** `state` has so many managed resources, and a component. */
function plan(state: number, ...resources: readonly SeenResource[]): SeeingPlan {
  const kinds: ResourceKind[] = ["component", ...Array.from({ length: state }, () => "custom" as const)];
  return {
    resources: new Map(resources.map((each, index) => [`r${index}`, each])),
    state: { byUrn: new Map(kinds.map((kind, index) => [`s${index}`, { kind }])) },
  };
}

const found: Stored = { ...stored, outputs: { size: 2 } };

describe("a plan", () => {
  const drifted = { decision: { action: "update", reasons: [drift] } } as const;
  test.each<[situation: string, plan: SeeingPlan, Observations]>([
    ["that read nothing", plan(1, seen(1, undefined)), { rows: [] }],
    [
      "that read no managed resource",
      plan(1, seen(1, stored, { registration: { kind: "external" } })),
      { rows: [] },
    ],
    ["that adopts", plan(1, seen(1, stored, { prior: undefined })), { rows: [] }],
    [
      "that found all as recorded",
      plan(2, seen(1, stored), seen(2, stored)),
      { rows: [], drift: { read: 2, changed: 0, gone: 0 }, seen: { at: "now", resources: "all" } },
    ],
    [
      "that found some as recorded",
      plan(3, seen(1, stored), seen(2, "absent"), seen(3, undefined)),
      { rows: [], drift: { read: 2, changed: 0, gone: 1 }, seen: { at: "now", resources: [1] } },
    ],
    [
      "that found drift",
      plan(1, seen(1, found, drifted)),
      {
        rows: [
          {
            put: "object",
            row: { ...object(1), seenAt: "now", observed: { inputs: {}, outputs: { size: 2 } } },
          },
        ],
        drift: { read: 1, changed: 1, gone: 0 },
      },
    ],
    [
      "that found no more drift",
      plan(1, seen(1, stored, { prior: { object: { ...object(1), observed: { outputs: {} } } } })),
      {
        rows: [{ put: "object", row: object(1) }],
        drift: { read: 1, changed: 0, gone: 0 },
        seen: { at: "now", resources: "all" },
      },
    ],
  ])("%s", (_, given, expected) => {
    expect(observations(given, "now")).toEqual(expected);
  });
});

test("a refresh counts what its steps take, and records the rest as seen", () => {
  const row = (rid: number) =>
    ({ rid, urn: "", type: "", name: "", kind: "custom", options: {}, origin: [] }) as const;
  const refreshed = new Map([
    ["a", { row: row(1), found }],
    ["b", { row: row(2), found: "absent" as const }],
  ]);
  expect(observations({ ...plan(3), refreshed, read: [1, 2, 3] }, "now")).toEqual({
    rows: [],
    drift: { read: 3, changed: 1, gone: 1 },
    seen: { at: "now", resources: [3] },
  });
});
