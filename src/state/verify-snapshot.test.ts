import { describe, expect, test } from "vitest";
import { objectKey } from "../model/index.js";
import type { ObjectRow, OpenIntent, ResourceRow, Snapshot } from "../model/index.js";
import { sampleIntent, sampleObject, sampleResource } from "../store/conformance/index.js";
import { emptySnapshot } from "./replay.js";
import { verifySnapshot } from "./verify-snapshot.js";

interface Rows {
  readonly resources?: readonly ResourceRow[];
  readonly objects?: readonly ObjectRow[];
  readonly open?: readonly OpenIntent[];
}

function snapshotOf({ resources = [], objects = [], open = [] }: Rows): Snapshot {
  return {
    ...emptySnapshot("l"),
    nextRid: 100,
    resources: new Map(resources.map((row) => [row.rid, row])),
    objects: new Map(objects.map((row) => [objectKey(row.rid, row.generation), row])),
    open: new Map(open.map((intent) => [intent.operation, intent])),
  };
}

const [one, two, three] = [sampleResource(1), sampleResource(2), sampleResource(3)];
const current = (rid: number, more: Parameters<typeof sampleObject>[3] = {}) =>
  sampleObject(rid, 1, "current", more);
const needs = (...rids: number[]) => ({ edges: rids.map((to) => ({ kind: "depends-on" as const, to })) });

function withoutPackage(row: ObjectRow): ObjectRow {
  const { package: _, ...rest } = row;
  const { id: __, ...stored } = row.stored;
  return { ...rest, stored };
}

describe("sound states", () => {
  const states: Record<string, Rows> = {
    "nothing at all": {},
    "a resource and what it needs": {
      resources: [one, two],
      objects: [current(1), current(2, needs(1))],
    },
    "a create-first replacement that failed before the delete": {
      resources: [one],
      objects: [sampleObject(1, 1, "doomed"), sampleObject(1, 2, "current")],
    },
    "a create-first replacement under way": {
      resources: [one],
      objects: [sampleObject(1, 1, "current"), sampleObject(1, 2, "creating")],
      open: [sampleIntent("create", 1, 2)],
    },
    "a delete-first replacement whose create is owed": {
      resources: [one, two],
      objects: [sampleObject(1, 1, "owed"), current(2, needs(1))],
    },
    "an owed create under way": {
      resources: [one],
      objects: [sampleObject(1, 1, "owed"), sampleObject(1, 2, "creating")],
      open: [sampleIntent("create", 1, 2)],
    },
    "an update and a delete under way": {
      resources: [one, two],
      objects: [current(1), sampleObject(2, 1, "doomed"), sampleObject(2, 2, "current")],
      open: [sampleIntent("update", 1, 1), sampleIntent("delete", 2, 1)],
    },
    "a component with a child": {
      resources: [sampleResource(1, { kind: "component" }), sampleResource(2, { parent: 1 })],
      objects: [withoutPackage(current(1)), current(2, needs(1))],
    },
    "a provider that manages": {
      resources: [sampleResource(1, { kind: "provider" }), two],
      objects: [current(1), current(2, { provider: 1 })],
    },
    "something only read that left something when it was managed": {
      resources: [sampleResource(1, { kind: "external" })],
      objects: [sampleObject(1, 1, "doomed"), sampleObject(1, 2, "current")],
      open: [sampleIntent("delete", 1, 1)],
    },
    "a doomed object whose edges point against those of today": {
      resources: [one, two],
      objects: [sampleObject(1, 1, "doomed", needs(2)), sampleObject(1, 2, "current"), current(2, needs(1))],
    },
  };
  test.each(Object.entries(states))("%s", (_, rows) => {
    expect(verifySnapshot(snapshotOf(rows))).toEqual([]);
  });
});

describe("states that contradict themselves", () => {
  const external = sampleResource(1, { kind: "external" });
  const component = sampleResource(1, { kind: "component" });
  const states: Record<string, [Rows, code: string, detail: RegExp]> = {
    "one URN twice": [
      { resources: [one, sampleResource(2, { urn: one.urn })], objects: [current(1), current(2)] },
      "state/name-taken",
      /1 and 2 both have the URN/,
    ],
    "one global id twice": [
      {
        resources: [sampleResource(1, { globalId: "g" }), sampleResource(2, { globalId: "g" })],
        objects: [current(1), current(2)],
      },
      "state/name-taken",
      /global id "g"/,
    ],
    "an edge to nothing": [
      { resources: [one], objects: [current(1, needs(9))] },
      "state/dangling-reference",
      /resource 9/,
    ],
    "a parent that is nothing": [
      { resources: [sampleResource(1, { parent: 9 })], objects: [current(1)] },
      "state/dangling-reference",
      /resource 9/,
    ],
    "a provider that is nothing": [
      { resources: [one], objects: [current(1, { provider: 9 })] },
      "state/dangling-reference",
      /resource 9/,
    ],
    "a provider that is none": [
      { resources: [one, two], objects: [current(1), current(2, { provider: 1 })] },
      "state/unsound-object",
      /not a provider/,
    ],
    "objects of nothing": [{ objects: [current(1)] }, "state/unsound-object", /does not exist/],
    "a resource without objects": [{ resources: [one] }, "state/unsound-object", /no object/],
    "two current objects": [
      { resources: [one], objects: [current(1), sampleObject(1, 2, "current")] },
      "state/unsound-object",
      /More than one .* current/,
    ],
    "two owed objects": [
      { resources: [one], objects: [sampleObject(1, 1, "owed"), sampleObject(1, 2, "owed")] },
      "state/unsound-object",
      /More than one .* is waiting for its replacement/,
    ],
    "a successor owed beside the current object": [
      { resources: [one], objects: [sampleObject(1, 1, "owed"), sampleObject(1, 2, "current")] },
      "state/unsound-object",
      /waiting for its replacement, although/,
    ],
    "two objects being created": [
      {
        resources: [one],
        objects: [sampleObject(1, 1, "creating"), sampleObject(1, 2, "creating")],
        open: [sampleIntent("create", 1, 1), sampleIntent("create", 1, 2)],
      },
      "state/unsound-object",
      /More than one .* being created/,
    ],
    "an object being created before a later one": [
      {
        resources: [one],
        objects: [sampleObject(1, 1, "creating"), sampleObject(1, 2, "current")],
        open: [sampleIntent("create", 1, 1)],
      },
      "state/unsound-object",
      /not the newest/,
    ],
    "a component with a package": [
      { resources: [component], objects: [current(1)] },
      "state/unsound-object",
      /components have none/,
    ],
    "an object that nothing manages": [
      { resources: [one], objects: [withoutPackage(current(1))] },
      "state/unsound-object",
      /has no package that manages it/,
    ],
    "an external object to be created": [
      { resources: [external], objects: [sampleObject(1, 1, "owed")] },
      "state/unsound-object",
      /external resources are never/,
    ],
    "no proper generation": [
      { resources: [one], objects: [sampleObject(1, 0, "current")] },
      "state/unsound-object",
      /generation/,
    ],
    "a creation that nobody began": [
      { resources: [one], objects: [sampleObject(1, 1, "creating")] },
      "state/unsound-intent",
      /there is no operation for it/,
    ],
    "an operation on nothing": [
      { resources: [one], objects: [current(1)], open: [sampleIntent("update", 1, 2)] },
      "state/unsound-intent",
      /does not exist/,
    ],
    "an update of what is doomed": [
      { resources: [one], objects: [sampleObject(1, 1, "doomed")], open: [sampleIntent("update", 1, 1)] },
      "state/unsound-intent",
      /which is doomed/,
    ],
    "an operation on an external object": [
      { resources: [external], objects: [current(1)], open: [sampleIntent("delete", 1, 1)] },
      "state/unsound-intent",
      /delete a resource of kind external/,
    ],
    "two operations on one object": [
      {
        resources: [one],
        objects: [current(1)],
        open: [sampleIntent("update", 1, 1), sampleIntent("delete", 1, 1)],
      },
      "state/unsound-intent",
      /Two operations/,
    ],
    "a circle": [
      {
        resources: [one, two, three],
        objects: [current(1, needs(2)), current(2, needs(3)), current(3, needs(1))],
      },
      "state/dependency-cycle",
      /bucket-1 needs\n.*bucket-2 needs\n.*bucket-3 needs\n.*bucket-1/,
    ],
    "a circle through a parent": [
      {
        resources: [one, sampleResource(2, { parent: 1 })],
        objects: [current(1, needs(2)), current(2)],
      },
      "state/dependency-cycle",
      /bucket/,
    ],
    "a resource that needs itself": [
      { resources: [one], objects: [current(1, needs(1))] },
      "state/dependency-cycle",
      /bucket-1 needs\n.*bucket-1/,
    ],
  };
  test.each(Object.entries(states))("%s", (_, [rows, code, detail]) => {
    const found = verifySnapshot(snapshotOf(rows));
    expect(found.map((each) => each.code)).toContain(code);
    expect(found.map((each) => each.detail).join("\n")).toMatch(detail);
  });

  test("a row under the key of another, and a number that would be given twice", () => {
    const sound = snapshotOf({ resources: [one], objects: [current(1)] });
    const misplaced = { ...sound, objects: new Map([["2.1", current(1)]]) };
    expect(verifySnapshot(misplaced).map(({ code }) => code)).toContain("state/record-mismatch");
    expect(verifySnapshot({ ...sound, nextRid: 1 })[0]?.detail).toContain("next resource");
  });
});
