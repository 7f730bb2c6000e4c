import { describe, expect, test } from "vitest";
import { secretOf, unknown, type ValueObject } from "../model/index.js";
import { likelyRenames, type RenameCandidate } from "./likely-renames.js";

const type = "cloud:index:Bucket";

function candidate(name: string, inputs: ValueObject, more: Partial<RenameCandidate> = {}): RenameCandidate {
  return {
    urn: `urn:pulumi:dev::shop::${type}::${name}`,
    type,
    name,
    inputs,
    replaceFields: ["region"],
    ...more,
  };
}

const full = { region: "eu", a: 1, b: 2, c: 3, d: 4, e: 5 };

describe("alike are", () => {
  test.each<[string, RenameCandidate, RenameCandidate]>([
    ["equal inputs", candidate("x", full), candidate("y", full)],
    ["four of five, with what tells them apart", candidate("x", full), candidate("y", { ...full, e: 6 })],
    ["a secret that is the same", candidate("x", { ...full, a: secretOf(1) }), candidate("y", full)],
    [
      "one explicit id, whatever the inputs",
      candidate("x", full, { explicitId: "logs" }),
      candidate("y", { region: "us" }, { explicitId: "logs" }),
    ],
    ["nothing but what tells them apart", candidate("x", { region: "eu" }), candidate("y", { region: "eu" })],
    ["a type that nothing tells apart", candidate("x", { a: 1 }, none()), candidate("y", { a: 1 }, none())],
  ])("%s", (_, from, to) => {
    expect(likelyRenames([from], [to])).toMatchObject([{ from: from.urn, to: to.urn }]);
  });
});

describe("not alike are", () => {
  test.each<[string, RenameCandidate, RenameCandidate]>([
    ["another type", candidate("x", full), candidate("y", full, { type: "cloud:index:Site" })],
    [
      "another value of what tells them apart",
      candidate("x", full),
      candidate("y", { ...full, region: "us" }),
    ],
    ["three of five", candidate("x", full), candidate("y", { ...full, d: 0, e: 0 })],
    ["what is not known yet", candidate("x", full), candidate("y", { ...full, region: unknown })],
    ["nothing at all", candidate("x", {}), candidate("y", {})],
    [
      "other explicit ids with other inputs",
      candidate("x", full, { explicitId: "a" }),
      candidate("y", { region: "us" }, { explicitId: "b" }),
    ],
  ])("%s", (_, from, to) => {
    expect(likelyRenames([from], [to])).toEqual([]);
  });
});

describe("of several", () => {
  const pairs = (from: readonly RenameCandidate[], to: readonly RenameCandidate[]) =>
    likelyRenames(from, to).map((each) => [name(each.from), name(each.to)]);

  test("the best is taken", () => {
    expect(
      pairs([candidate("x", full)], [candidate("near", { ...full, e: 0 }), candidate("same", full)]),
    ).toEqual([["x", "same"]]);
  });

  test("what is left goes to the next best", () => {
    const from = [candidate("x", full), candidate("y", { ...full, a: 9 })];
    const to = [candidate("v", full), candidate("w", { ...full, a: 9, b: 9 })];
    expect(pairs(from, to)).toEqual([
      ["x", "v"],
      ["y", "w"],
    ]);
  });

  test("two that are equally good are none", () => {
    expect(pairs([candidate("x", full)], [candidate("v", full), candidate("w", full)])).toEqual([]);
    expect(pairs([candidate("x", full), candidate("y", full)], [candidate("v", full)])).toEqual([]);
  });

  test("inputs decide between those with one explicit id", () => {
    const named = { explicitId: "logs" };
    const to = [candidate("v", { ...full, a: 0, b: 0 }, named), candidate("w", full, named)];
    expect(pairs([candidate("x", full, named)], to)).toEqual([["x", "w"]]);
  });
});

describe("the command", () => {
  const command = (from: readonly RenameCandidate[], to: RenameCandidate) =>
    likelyRenames(from, [to])[0]?.command;

  test("has names where they are enough", () => {
    expect(command([candidate("x", full)], candidate("y", full))).toBe("coco rename x y");
  });

  test("is one word each for a shell", () => {
    expect(command([candidate("it's", full)], candidate("shop:main#y", full))).toBe(
      "coco rename 'it'\\''s' 'shop:main#y'",
    );
  });

  test("has URNs where another leaves by that name, or it stands somewhere else", () => {
    const other = candidate("x", { region: "us" }, { type: "cloud:index:Site" });
    const below = "urn:pulumi:dev::shop::test:index:Group$cloud:index:Bucket::y";
    expect(command([candidate("x", full), other], candidate("y", full, { urn: below }))).toBe(
      `coco rename urn:pulumi:dev::shop::cloud:index:Bucket::x '${below}'`,
    );
  });
});

test("says what speaks for it", () => {
  const from = candidate("x", full, { explicitId: "logs" });
  const to = candidate("y", { ...full, e: 6 }, { explicitId: "logs" });
  expect(likelyRenames([from], [to])[0]?.evidence).toEqual([
    'both are named "logs"',
    "same region",
    "4 of 5 other inputs are equal",
  ]);
});

test("names a few of many inputs", () => {
  const all = { replaceFields: Object.keys(full) };
  const [found] = likelyRenames([candidate("x", full, all)], [candidate("y", full, all)]);
  expect(found?.evidence).toEqual(["same region, a and 4 more"]);
});

function name(urn: string): string {
  return urn.split("::").at(-1)!;
}

function none(): Partial<RenameCandidate> {
  return { replaceFields: [] };
}
