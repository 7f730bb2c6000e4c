import { describe, expect, test } from "vitest";
import { isDiagnosticError, objectKey, type Snapshot } from "../model/index.js";
import { sampleObject, sampleResource } from "../store/conformance/index.js";
import { followMoves, moveName, parseMoves, printMoves, type MoveGroup } from "./moves.js";
import { emptySnapshot } from "./replay.js";

const type = "cloud:index:Bucket";
const urn = (name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
const named = (name: string) => `shop::${type}::${name}`;

function stateOf(...names: string[]): Snapshot {
  const rows = names.map((name, index) => sampleResource(index + 1, { urn: urn(name), name, type }));
  const objects = rows.map(({ rid }) => sampleObject(rid, 1, "current"));
  return {
    ...emptySnapshot("l"),
    nextRid: names.length + 1,
    resources: new Map(rows.map((row) => [row.rid, row])),
    objects: new Map(objects.map((row) => [objectKey(row.rid, row.generation), row])),
  };
}

const group = (id: string, ...pairs: readonly (readonly [string, string])[]): MoveGroup => ({
  id,
  renames: pairs.map(([from, to]) => ({ from: named(from), to: named(to) })),
});

function followed(state: Snapshot, ...groups: MoveGroup[]): readonly string[] {
  const { snapshot } = followMoves(state, { groups }, "dev");
  return [...snapshot.resources.values()].map(({ name }) => name);
}

describe("a stack follows", () => {
  test.each<[string, readonly string[], readonly MoveGroup[], readonly string[]]>([
    ["a rename", ["a", "x"], [group("1", ["a", "b"])], ["b", "x"]],
    ["one after the other", ["a"], [group("1", ["a", "b"]), group("2", ["b", "c"])], ["c"]],
    ["a swap", ["a", "b"], [group("1", ["a", "b"], ["b", "a"])], ["b", "a"]],
    ["a chain", ["a", "b"], [group("1", ["b", "c"], ["a", "b"])], ["b", "c"]],
    ["as much of a group as it has", ["a"], [group("1", ["a", "b"], ["x", "y"])], ["b"]],
    ["nothing to a name that is taken", ["a", "b"], [group("1", ["a", "b"])], ["a", "b"]],
    [
      "the rest of a chain to a name that is taken",
      ["a", "b", "c"],
      [group("1", ["a", "b"], ["b", "c"])],
      ["a", "b", "c"],
    ],
    ["nothing that is not there", ["x"], [group("1", ["a", "b"])], ["x"]],
  ])("%s", (_, before, groups, after) => {
    expect(followed(stateOf(...before), ...groups)).toEqual(after);
  });

  test("each group once", () => {
    const state = { ...stateOf("a"), moves: ["1"] };
    expect(followed(state, group("1", ["a", "b"]))).toEqual(["a"]);
    expect(followed(state, group("1", ["a", "b"]), group("2", ["a", "c"]))).toEqual(["c"]);
    expect(followMoves(state, { groups: [group("1", ["a", "b"])] }, "dev").changes).toEqual([]);
  });

  test("and remembers it, also with nothing to rename", () => {
    const moves = { groups: [group("1", ["a", "b"]), group("2", ["x", "y"])] };
    const applied = { put: "moves", applied: ["1", "2"] };
    expect(followMoves(stateOf("a"), moves, "dev").changes).toMatchObject([{ put: "resource" }, applied]);
    expect(followMoves(emptySnapshot("l"), moves, "dev").changes).toEqual([applied]);
  });

  test("and remembers those that the file has not any more", () => {
    const { snapshot } = followMoves({ ...stateOf("a"), moves: ["0"] }, { groups: [group("1")] }, "dev");
    expect(snapshot.moves).toEqual(["0", "1"]);
  });

  test("and knows what was called what before all of them", () => {
    const moves = { groups: [group("1", ["a", "b"]), group("2", ["b", "c"])] };
    expect(followMoves(stateOf("a"), moves, "dev").from).toEqual(new Map([[1, urn("a")]]));
  });
});

test("the file is read as it was written", () => {
  const moves = { groups: [group("1", ["a", "b"]), group("2")] };
  expect(parseMoves(printMoves(moves))).toEqual(moves);
});

test.each<[string, string]>([
  ["no JSON", "{"],
  ["no object", "[]"],
  ["another version", '{"version":2,"groups":[]}'],
  ["no groups", '{"version":1}'],
  ["a group without an id", '{"version":1,"groups":[{"renames":[]}]}'],
  ["a group without renames", '{"version":1,"groups":[{"id":"1"}]}'],
  ["a rename without an end", '{"version":1,"groups":[{"id":"1","renames":[{"from":"shop::t:i:T::a"}]}]}'],
  ["a name that is none", '{"version":1,"groups":[{"id":"1","renames":[{"from":"a","to":"b"}]}]}'],
  ["an id twice", '{"version":1,"groups":[{"id":"1","renames":[]},{"id":"1","renames":[]}]}'],
])("%s is refused", (_, text) => {
  expect(codes(() => parseMoves(text))).toEqual(["state/malformed-moves"]);
});

test("a name is a URN without its stack, which may have a namespace", () => {
  expect(moveName(urn("a"))).toBe(named("a"));
  expect(moveName(`urn:pulumi:dev:acme::${named("a")}`)).toBe(named("a"));
});

function codes(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics.map(({ code }) => code);
    throw error;
  }
  return [];
}
