import { describe, expect, test } from "vitest";
import { objectKey, referenceTo, secretOf, type RowRename, type Snapshot } from "../model/index.js";
import { sampleObject, sampleResource } from "../store/conformance/index.js";
import { carriedRenames, collidingRenames, movedBelow, renameRows } from "./rename-rows.js";
import { emptySnapshot, replay } from "./replay.js";
import { verifySnapshot } from "./verify-snapshot.js";

const group = "test:index:Group";
const bucket = "cloud:index:Bucket";
const urn = (types: string, name: string) => `urn:pulumi:dev::shop::${types}::${name}`;

/** A component with a child and a grandchild, and a bucket that refers to both. */
const state: Snapshot = snapshotOf(
  [
    sampleResource(1, { urn: urn(group, "web"), name: "web", type: group }),
    sampleResource(2, {
      urn: urn(`${group}$${bucket}`, "web-logs"),
      name: "web-logs",
      type: bucket,
      parent: 1,
    }),
    sampleResource(3, {
      urn: urn(`${group}$${bucket}$${bucket}`, "deep"),
      name: "deep",
      type: bucket,
      parent: 2,
    }),
    sampleResource(4, {
      urn: urn(bucket, "other"),
      name: "other",
      type: bucket,
      scope: { module: "shop:main", id: "other" },
    }),
  ],
  {
    inputs: {
      logs: referenceTo({ urn: urn(`${group}$${bucket}`, "web-logs"), id: "b-1" }),
      nested: [secretOf({ of: referenceTo({ urn: urn(group, "web") }) })],
      text: urn(group, "web"),
    },
  },
);

describe("renamed rows", () => {
  const renames = [{ rid: 1, urn: urn(group, "www") }];
  const carried = carriedRenames(state, renames);
  const { snapshot, changes, from } = renameRows(state, [...renames, ...carried]);

  test("carry what is below", () => {
    expect(carried).toEqual([{ rid: 2, urn: urn(`${group}$${bucket}`, "www-logs") }]);
    expect(snapshot.resources.get(2)).toMatchObject({ name: "www-logs", type: bucket, parent: 1 });
    expect(from).toEqual(
      new Map([
        [1, urn(group, "web")],
        [2, urn(`${group}$${bucket}`, "web-logs")],
      ]),
    );
  });

  test("carry references, and leave text alone", () => {
    expect(snapshot.objects.get("4.1")!.stored.inputs).toEqual({
      logs: referenceTo({ urn: urn(`${group}$${bucket}`, "www-logs"), id: "b-1" }),
      nested: [secretOf({ of: referenceTo({ urn: urn(group, "www") }) })],
      text: urn(group, "web"),
    });
    expect(snapshot.outputs).toEqual({ site: referenceTo({ urn: urn(group, "www") }) });
  });

  test("are what the changes make of the rows", () => {
    const event = { kind: "recorded", what: "renamed" } as const;
    const replayed = replay(state, [{ runId: "r", epoch: 1, sequence: 1, event, changes }]);
    expect(replayed.problems).toEqual([]);
    expect(replayed.snapshot).toEqual({ ...snapshot, head: 1 });
    expect(verifySnapshot(snapshot)).toEqual([]);
  });

  test("of nothing are the state itself", () => {
    expect(renameRows(state, [{ rid: 1, urn: urn(group, "web") }])).toEqual({
      snapshot: state,
      changes: [],
      from: new Map(),
    });
  });
});

test("two may swap", () => {
  const renames = [
    { rid: 1, urn: urn(group, "web") },
    { rid: 2, urn: urn(bucket, "other") },
    { rid: 4, urn: urn(`${group}$${bucket}`, "web-logs") },
  ];
  expect(collidingRenames(state, renames)).toEqual([]);
  const { snapshot } = renameRows(state, renames);
  expect(snapshot.resources.get(2)!.name).toBe("other");
  expect(snapshot.resources.get(4)!.name).toBe("web-logs");
  expect(snapshot.objects.get("4.1")!.stored.inputs["logs"]).toMatchObject({ urn: urn(bucket, "other") });
});

test("a type above changes the types of everything below", () => {
  const site = "test:web:Site";
  const renames: RowRename[] = [{ rid: 1, urn: urn(site, "web"), retypes: true }];
  const { snapshot } = renameRows(state, [...renames, ...carriedRenames(state, renames)]);
  expect([...snapshot.resources.values()].map((row) => row.urn)).toEqual([
    urn(site, "web"),
    urn(`${site}$${bucket}`, "web-logs"),
    urn(`${site}$${bucket}$${bucket}`, "deep"),
    urn(bucket, "other"),
  ]);
  expect(snapshot.objects.get("1.1")!.stored.type).toBe(site);
  expect(snapshot.objects.get("2.1")!.stored.type).toBe(state.objects.get("2.1")!.stored.type);
});

test("what another package has made keeps its type", () => {
  const before = state.objects.get("4.1")!.stored.type;
  const { snapshot } = renameRows(state, [{ rid: 4, urn: urn("new:index:Bucket", "other"), retypes: true }]);
  expect(snapshot.resources.get(4)!.type).toBe("new:index:Bucket");
  expect(snapshot.objects.get("4.1")!.stored.type).toBe(before);
});

test("where a resource stood under its former name is forgotten, unless it is known where it stands now", () => {
  const to = (more: Partial<RowRename>) =>
    renameRows(state, [{ rid: 4, urn: urn(bucket, "new"), ...more }]).snapshot.resources.get(4)!.scope;
  expect(to({})).toBeUndefined();
  expect(to({ scope: { module: "shop:web", id: "new" } })).toEqual({ module: "shop:web", id: "new" });
});

test("a name that another has is found", () => {
  const taken = (...renames: RowRename[]) => collidingRenames(state, renames).map((each) => each.taken);
  expect(taken({ rid: 4, urn: urn(`${group}$${bucket}`, "web-logs") })).toEqual([[2]]);
  expect(taken({ rid: 4, urn: urn(bucket, "new") }, { rid: 2, urn: urn(bucket, "new") })).toEqual([[2], [4]]);
  expect(taken({ rid: 4, urn: urn(bucket, "new") }, { rid: 2, urn: urn(bucket, "other") })).toEqual([]);
});

test.each<[string, string, string, string, string | undefined]>([
  [
    "its name begins with the parent's",
    urn(`${group}$${bucket}`, "a-x"),
    urn(group, "a"),
    urn(group, "b"),
    urn(`${group}$${bucket}`, "b-x"),
  ],
  [
    "its name is its own",
    urn(`${group}$${bucket}`, "x"),
    urn(group, "a"),
    urn(group, "b"),
    urn(`${group}$${bucket}`, "x"),
  ],
  [
    "the parent moves below another",
    urn(`${group}$${bucket}`, "x"),
    urn(group, "a"),
    urn(`t:i:O$${group}`, "a"),
    urn(`t:i:O$${group}$${bucket}`, "x"),
  ],
  ["its URN never named the parent", urn(bucket, "x"), urn(group, "a"), urn(group, "b"), undefined],
])("%s", (_, child, before, after, expected) => {
  expect(movedBelow(child, before, after)).toBe(expected);
});

function snapshotOf(
  resources: readonly ReturnType<typeof sampleResource>[],
  last: Parameters<typeof sampleObject>[3],
): Snapshot {
  const objects = resources.map(({ rid }) =>
    sampleObject(rid, 1, "current", rid === resources.length ? last : {}),
  );
  return {
    ...emptySnapshot("l"),
    nextRid: 10,
    resources: new Map(resources.map((row) => [row.rid, row])),
    objects: new Map(objects.map((row) => [objectKey(row.rid, row.generation), row])),
    outputs: { site: referenceTo({ urn: urn(group, "web") }) },
  };
}
