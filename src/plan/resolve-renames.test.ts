import { describe, expect, test } from "vitest";
import { isDiagnosticError } from "../model/index.js";
import { resolveRenames, takenNames, type RenamePair } from "./resolve-renames.js";

const bucket = "cloud:index:Bucket";
const urn = (name: string, types = bucket) => `urn:pulumi:dev::shop::${types}::${name}`;

const state = [
  {
    rid: 1,
    urn: urn("a"),
    name: "a",
    type: bucket,
    id: "b-1",
    moniker: "dev:shop:main:cloud:index:Bucket#a",
  },
  { rid: 2, urn: urn("b"), name: "b", type: bucket },
  { rid: 3, urn: urn("x", `t:i:G$${bucket}`), name: "x", type: bucket },
];

const scope = { module: "shop:web", id: "site" };
const program = [
  {
    urn: urn("shop:web#site"),
    name: "shop:web#site",
    type: bucket,
    moniker: "dev:shop:web:cloud:index:Bucket#site",
    formerMoniker: "dev:former#site",
    scope,
  },
];

const resolve = (...pairs: RenamePair[]) => resolveRenames(pairs, state, program);

describe("a resource is renamed", () => {
  test.each<[string, string, string, object]>([
    ["by its name", "a", "n", { rid: 1, urn: urn("n") }],
    ["by its URN", urn("b"), "n", { rid: 2, urn: urn("n") }],
    ["by its id", "b-1", "n", { rid: 1, urn: urn("n") }],
    ["by its moniker", "dev:shop:main:cloud:index:Bucket#a", "n", { rid: 1, urn: urn("n") }],
    ["beside its old name", "x", "n", { rid: 3, urn: urn("n", `t:i:G$${bucket}`) }],
    ["to a URN", "x", urn("n"), { rid: 3, urn: urn("n") }],
    [
      "to a moniker",
      "a",
      "dev:shop:web:cloud:index:Bucket#site",
      { rid: 1, urn: urn("shop:web#site"), scope },
    ],
    ["to a moniker of before", "a", "dev:former#site", { rid: 1, urn: urn("shop:web#site"), scope }],
    ["to a name of the program", "a", "shop:web#site", { rid: 1, urn: urn("shop:web#site"), scope }],
  ])("%s", (_, from, to, expected) => {
    expect(resolve({ from, to })).toEqual([expected]);
  });

  test("with others at once", () => {
    expect(resolve({ from: "a", to: "b" }, { from: "b", to: "a" })).toEqual([
      { rid: 1, urn: urn("b") },
      { rid: 2, urn: urn("a") },
    ]);
  });
});

describe("refused is", () => {
  test.each<[string, readonly RenamePair[], string]>([
    ["what is not there", [{ from: "z", to: "n" }], "plan/no-such-resource"],
    ["another type", [{ from: "a", to: urn("n", "cloud:index:Site") }], "plan/invalid-rename"],
    [
      "another stack",
      [{ from: "a", to: "urn:pulumi:prod::shop::cloud:index:Bucket::n" }],
      "plan/invalid-rename",
    ],
    [
      "one resource twice",
      [
        { from: "a", to: "n" },
        { from: "b-1", to: "m" },
      ],
      "plan/invalid-rename",
    ],
    ["no URN", [{ from: "a", to: "urn:pulumi:dev" }], "model/malformed-urn"],
    ["a name that none can have", [{ from: "a", to: "" }], "model/invalid-urn-part"],
  ])("%s", (_, pairs, code) => {
    expect(codes(() => resolve(...pairs))).toEqual([code]);
  });
});

test("names that are taken are said, with who has them", () => {
  const rename = { rid: 1, urn: urn("b") };
  const [taken] = takenNames([{ rename, taken: [2] }], (rid) => state[rid - 1]!.urn);
  expect(taken).toMatchObject({ code: "plan/name-taken", resource: urn("a") });
  expect(taken?.detail).toContain(urn("b"));
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
