import { describe, expect, test } from "vitest";
import type { KnownAlias, ResourceHandle, ResourceKind, ResourceRow } from "../model/index.js";
import { match, type Claimant } from "./match.js";

const group = "test:index:Group";
const bucket = "cloud:index:Bucket";
const urn = (types: string, name: string, project = "shop", stack = "dev") =>
  `urn:pulumi:${stack}::${project}::${types}::${name}`;

function row(rid: number, its: string, more: Partial<ResourceRow> = {}): ResourceRow {
  const [types = "", name = ""] = its.split("::").slice(2);
  const type = types.split("$").at(-1)!;
  const kind: ResourceKind = type === group ? "component" : "custom";
  return { rid, urn: its, type, name, kind, options: {}, origin: [], ...more };
}

function claimant(its: string, more: Partial<Claimant> = {}): Claimant {
  const type = its.split("::")[2]!.split("$").at(-1)!;
  return { urn: its, kind: type === group ? "component" : "custom", aliases: [], ...more };
}

const bucketAlias = (...aliases: readonly KnownAlias[]) => claimant(urn(bucket, "b"), { aliases });

/** A resource of the program where an alias names it. */
const handle = (its: string) => ({ urn: its }) as ResourceHandle;

describe("a resource is found by", () => {
  test.each<[string, Claimant, string]>([
    ["its name of before", bucketAlias({ name: "a" }), urn(bucket, "a")],
    ["its URN of before", bucketAlias(urn(bucket, "a")), urn(bucket, "a")],
    ["its type of before", bucketAlias({ type: "cloud:index:Store" }), urn("cloud:index:Store", "b")],
    ["its project of before", bucketAlias({ project: "old" }), urn(bucket, "b", "old")],
    ["its stack of before", bucketAlias({ stack: "test" }), urn(bucket, "b", "shop", "test")],
    ["several parts", bucketAlias({ name: "a", type: "cloud:index:Store" }), urn("cloud:index:Store", "a")],
    ["a parent that it had", bucketAlias({ parent: urn(group, "g") }), urn(`${group}$${bucket}`, "b")],
    [
      "a parent of the program that it had",
      bucketAlias({ parent: handle(urn(group, "g")) }),
      urn(`${group}$${bucket}`, "b"),
    ],
    [
      "the root, which is no parent",
      bucketAlias({ name: "a", parent: urn("pulumi:pulumi:Stack", "s") }),
      urn(bucket, "a"),
    ],
    [
      "the second alias, when the first leads nowhere",
      bucketAlias({ name: "z" }, { name: "a" }),
      urn(bucket, "a"),
    ],
    [
      "the parent that it had not",
      claimant(urn(`${group}$${bucket}`, "b"), {
        parent: claimant(urn(group, "g")),
        aliases: [{ parent: null }],
      }),
      urn(bucket, "b"),
    ],
    [
      "its global id, whatever it is called",
      claimant(urn(`${group}$${bucket}`, "b"), { globalId: "g" }),
      urn(bucket, "z"),
    ],
  ])("%s", (_, claims, former) => {
    const globalId = claims.globalId === undefined ? {} : { globalId: claims.globalId };
    const { renames, problems } = match([claims], [row(7, former, globalId), row(8, urn(bucket, "other"))]);
    expect(problems).toEqual([]);
    expect(renames).toMatchObject([{ rid: 7, urn: claims.urn }]);
  });
});

describe("in the order", () => {
  const rows = [
    row(1, urn(bucket, "a")),
    row(2, urn(bucket, "b"), { globalId: "g" }),
    row(3, urn(bucket, "c")),
  ];
  const found = (...claims: Claimant[]) => match(claims, rows).renames.map(({ rid, urn: to }) => [rid, to]);

  test("global id before URN", () => {
    expect(found(claimant(urn(bucket, "a"), { globalId: "g" }))).toEqual([
      [2, urn(bucket, "a")],
      [1, urn(bucket, "a (leaving)")],
    ]);
  });

  test("what makes room finds a name that nothing has", () => {
    const state = [
      row(1, urn(bucket, "a"), { globalId: "1" }),
      row(2, urn(bucket, "b")),
      row(3, urn(bucket, "b (leaving)")),
    ];
    expect(match([claimant(urn(bucket, "b"), { globalId: "1" })], state).renames).toEqual([
      { rid: 1, urn: urn(bucket, "b") },
      { rid: 2, urn: urn(bucket, "b (leaving 2)") },
    ]);
  });

  test("URN before aliases", () => {
    expect(found(claimant(urn(bucket, "a"), { aliases: [{ name: "c" }] }))).toEqual([]);
  });

  test("the first alias before the second", () => {
    expect(found(claimant(urn(bucket, "n"), { aliases: [{ name: "c" }, { name: "a" }] }))).toEqual([
      [3, urn(bucket, "n")],
    ]);
  });

  test("two whose global ids were swapped", () => {
    const state = [row(1, urn(bucket, "a"), { globalId: "1" }), row(2, urn(bucket, "b"), { globalId: "2" })];
    const claims = [
      claimant(urn(bucket, "a"), { globalId: "2" }),
      claimant(urn(bucket, "b"), { globalId: "1" }),
    ];
    expect(match(claims, state).renames).toEqual([
      { rid: 2, urn: urn(bucket, "a") },
      { rid: 1, urn: urn(bucket, "b") },
    ]);
  });
});

describe("an alias", () => {
  test("does not take what the program has by that name", () => {
    const claims = [claimant(urn(bucket, "a")), claimant(urn(bucket, "b"), { aliases: [{ name: "a" }] })];
    expect(match(claims, [row(1, urn(bucket, "a"))])).toEqual({ renames: [], problems: [] });
  });

  test("does not take what was found by its global id", () => {
    const claims = [
      claimant(urn(bucket, "z"), { globalId: "g" }),
      claimant(urn(bucket, "b"), { aliases: [{ name: "a" }] }),
    ];
    const { renames } = match(claims, [row(1, urn(bucket, "a"), { globalId: "g" })]);
    expect(renames).toEqual([{ rid: 1, urn: urn(bucket, "z") }]);
  });

  test("of two resources cannot lead to one", () => {
    const position = { file: "main.ts", line: 1, column: 2 };
    const claims = [
      claimant(urn(bucket, "b"), { aliases: [{ name: "a" }], position }),
      claimant(urn(bucket, "c"), { aliases: [urn(bucket, "a")], position: { ...position, line: 2 } }),
    ];
    const { problems } = match(claims, [row(1, urn(bucket, "a"))]);
    expect(problems).toMatchObject([
      {
        code: "plan/alias-conflict",
        resource: urn(bucket, "c"),
        position: { line: 2 },
        related: [{ position }],
      },
    ]);
  });

  test("that is no URN is a problem, and the others still count", () => {
    const { renames, problems } = match([bucketAlias("a", { name: "a" })], [row(1, urn(bucket, "a"))]);
    expect(problems).toMatchObject([{ code: "plan/bad-alias", resource: urn(bucket, "b") }]);
    expect(renames).toMatchObject([{ rid: 1 }]);
  });

  test("retypes; a global id does not", () => {
    const state = [row(1, urn("cloud:index:Store", "b"), { globalId: "g" })];
    expect(match([bucketAlias({ type: "cloud:index:Store" })], state).renames[0]).toMatchObject({
      retypes: true,
    });
    const [renamed] = match([claimant(urn(bucket, "b"), { globalId: "g" })], state).renames;
    expect(renamed).toEqual({ rid: 1, urn: urn(bucket, "b") });
  });
});

describe("what is below a parent that was called otherwise", () => {
  const child = (types: string, name: string) => urn(`${types}$${bucket}`, name);
  const site = "shop:web:Site";

  test("follows it, and so does what is below that", () => {
    const outer = claimant(urn(site, "b"), { kind: "component", aliases: [{ name: "a", type: group }] });
    const inner = claimant(urn(`${site}$${group}`, "b-in"), { parent: outer });
    const deep = claimant(urn(`${site}$${group}$${bucket}`, "b-in-x"), { parent: inner });
    const own = claimant(urn(`${site}$${bucket}`, "own"), { parent: outer });
    const { renames } = match(
      [outer, inner, deep, own],
      [
        row(1, urn(group, "a")),
        row(2, urn(`${group}$${group}`, "a-in")),
        row(3, urn(`${group}$${group}$${bucket}`, "a-in-x")),
        row(4, child(group, "own")),
      ],
    );
    expect(renames.map(({ rid, urn: to }) => [rid, to])).toEqual([
      [1, outer.urn],
      [2, inner.urn],
      [3, deep.urn],
      [4, own.urn],
    ]);
  });

  test("may have been called otherwise itself", () => {
    const parent = claimant(urn(site, "b"), { kind: "component", aliases: [{ type: group }] });
    const claims = [parent, claimant(child(site, "new"), { parent, aliases: [{ name: "old" }] })];
    const { renames } = match(claims, [row(1, urn(group, "b")), row(2, child(group, "old"))]);
    expect(renames).toHaveLength(2);
  });

  test("may be found below a parent of another alias, by what that was called", () => {
    const parent = claimant(urn(site, "b"), { kind: "component", aliases: [{ type: group }] });
    const claims = [parent, bucketAlias({ parent: handle(parent.urn) })];
    const { renames } = match(claims, [row(1, urn(group, "b")), row(2, child(group, "b"))]);
    expect(renames.map(({ rid }) => rid)).toEqual([1, 2]);
  });

  test("follows a component that has become something else, which does not take its place", () => {
    const parent = claimant(urn(bucket, "b"), { aliases: [{ type: group }] });
    const claims = [parent, claimant(child(bucket, "x"), { parent })];
    const { renames } = match(claims, [row(1, urn(group, "b")), row(2, child(group, "x"))]);
    expect(renames.map(({ rid }) => rid)).toEqual([2]);
  });

  test("does not follow when the parent was found by its URN", () => {
    const parent = claimant(urn(group, "b"), { aliases: [{ name: "a" }] });
    const claims = [parent, claimant(child(group, "b-x"), { parent })];
    expect(match(claims, [row(1, urn(group, "b")), row(2, child(group, "a-x"))]).renames).toEqual([]);
  });
});

test("two resources of the program with one global id are shown with both places", () => {
  const position = { file: "main.ts", line: 1, column: 2 };
  const claims = [
    claimant(urn(bucket, "a"), { globalId: "g", position }),
    claimant(urn(bucket, "b"), { globalId: "g", position: { ...position, line: 2 } }),
  ];
  expect(match(claims, []).problems).toMatchObject([
    {
      code: "plan/shared-global-id",
      resource: urn(bucket, "b"),
      position: { line: 2 },
      related: [{ position }],
    },
  ]);
});
