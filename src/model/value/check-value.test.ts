import vm from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryValue } from "../../../tests/support/arbitrary-value.js";
import { diamond, nested, nestedSecret } from "../../../tests/support/large-values.js";
import { checkValue, refusal } from "./check-value.js";
import { archiveOf, assetOf, referenceTo, secretOf, unknownOf, valueKind } from "./value.js";
import type { Asset, UnknownOf, Value } from "./value.js";

class Point {
  x = 1;
}

const nameless = [
  class {
    x = 1;
  },
];

const urn = "urn:pulumi:dev::shop::a:b:C::x";
const cycle: Record<string, unknown> = { name: "loop" };
cycle["list"] = [1, { back: cycle }];
const ownCycle: unknown[] = [];
ownCycle.push(ownCycle);

const refused: [unknown, string, RegExp][] = [
  ["\ud800", "root", /half of a surrogate pair at position 0/],
  [{ text: "abc\udc00def" }, "root.text", /position 3/],
  [{ tags: { "a\ud83d": 1 } }, "root.tags", /has a key that contains half of a surrogate pair .*"a\\ud83d"/],
  [{ tags: { "a.b": [1n] } }, 'root.tags["a.b"][0]', /is a bigint/],
  [[() => 1], "root[0]", /is a function/],
  [{ a: Point }, "root.a", /is a function/],
  [[[Symbol("s")]], "root[0][0]", /is a symbol/],
  [{ a: { [Symbol("s")]: 1 } }, "root.a", /has a symbol as a key/],
  [{ when: new Date(0) }, "root.when", /an instance of Date/],
  [{ map: new Map() }, "root.map", /an instance of Map/],
  [{ set: new Set() }, "root.set", /an instance of Set/],
  [{ pattern: /x/ }, "root.pattern", /an instance of RegExp/],
  [{ bytes: new Uint8Array(2) }, "root.bytes", /an instance of Uint8Array/],
  [{ bytes: Buffer.from("x") }, "root.bytes", /an instance of Buffer/],
  [{ url: new URL("https://example.com") }, "root.url", /an instance of URL/],
  [{ later: Promise.resolve(1) }, "root.later", /an instance of Promise/],
  [
    { later: Object.assign(Promise.resolve(1), { [Symbol("mark")]: 1 }) },
    "root.later",
    /an instance of Promise/,
  ],
  [{ wrong: new Error("x") }, "root.wrong", /an instance of Error/],
  [{ point: new Point() }, "root.point", /an instance of Point/],
  [{ point: new nameless[0]!() }, "root.point", /an instance of an anonymous class/],
  [{ boxed: Object("x") }, "root.boxed", /an instance of String/],
  [vm.runInNewContext("({ at: new Date(0) })"), "root.at", /an instance of Date/],
  [{ "*": 1n }, String.raw`root["\*"]`, /is a bigint/],
  [Object.fromEntries([["__proto__", 1n]]), "root.__proto__", /is a bigint/],
  [{ odd: { [valueKind]: "widget" } }, "root.odd", /an unsupported kind of value/],
  [{ odd: unknownOf("toString" as UnknownOf) }, "root.odd", /an unknown of an unsupported type/],
  [{ to: referenceTo({ urn: "" }) }, "root.to", /a reference without a URN/],
  [{ to: referenceTo({ urn, id: "" }) }, "root.to", /whose id is neither a string nor unknown/],
  [{ to: referenceTo({ urn, id: "\ud800" }) }, "root.to.id", /half of a surrogate pair/],
  [{ to: referenceTo({ urn, packageVersion: 1 as unknown as string }) }, "root.to", /package version/],
  [{ file: assetOf({ text: "\ud800" }) }, "root.file.text", /half of a surrogate pair/],
  [{ file: assetOf({ path: "" }) }, "root.file", /not exactly one of text, path, uri/],
  [{ file: assetOf({} as Asset["source"]) }, "root.file", /not exactly one of text, path, uri/],
  [{ file: assetOf({ text: "x" }, 5 as unknown as string) }, "root.file", /hash is not a string/],
  [{ all: archiveOf({ assets: { a: "x" as unknown as Asset } }) }, "root.all", /other than assets/],
  [{ all: archiveOf({ assets: { "a\ud800": assetOf({ text: "" }) } }) }, "root.all.assets", /has a key/],
];

test.each(refused)("refused: case %# %o", (input, path, detail) => {
  const found = checkValue(input);
  expect(found).toMatchObject([{ code: "model/not-a-value", path, detail: expect.stringMatching(detail) }]);
  expect(found[0]!.detail.startsWith(`${path} `)).toBe(true);
  expect(found[0]!.hint).toBeDefined();
});

test.each([
  [cycle, "root.list[1].back"],
  [ownCycle, "root[0]"],
  [{ a: ownCycle }, "root.a[0]"],
])("a cycle: case %#", (input, path) => {
  expect(checkValue(input)).toMatchObject([{ code: "model/cyclic-value", path }]);
});

test("everything wrong is reported, in order", () => {
  expect(checkValue({ a: [1n, 2, Symbol.iterator], b: { c: new Date() } }).map(({ path }) => path)).toEqual([
    "root.a[0]",
    "root.a[2]",
    "root.b.c",
  ]);
});

test("inside a secret neither the keys nor the content are shown", () => {
  const found = checkValue({ login: secretOf({ hunter2: [1n as unknown as Value], "swordfish\ud800": 1 }) });
  expect(found.map(({ path }) => path)).toEqual(["root.login", "root.login"]);
  expect(found[0]!.detail).toMatch(/^Something inside the secret root\.login (has|is) a /);
  expect(JSON.stringify(found)).not.toMatch(/hunter2|swordfish/);
});

describe("accepted", () => {
  test("every Value", () => {
    fc.assert(
      fc.property(arbitraryValue(), (value) => {
        expect(checkValue(value)).toEqual([]);
      }),
    );
  });

  test("parts that are shared but not cyclic", () => {
    const shared = { a: [1] };
    expect(checkValue([shared, shared, { again: shared.a }])).toEqual([]);
    expect(checkValue(diamond(60, 1))).toEqual([]);
  });

  test("objects without a prototype, or of another realm", () => {
    expect(checkValue(Object.create(null))).toEqual([]);
    expect(checkValue(vm.runInNewContext("({ a: [{}] })"))).toEqual([]);
  });

  test("strings as they are: astral, composed or decomposed, with NUL", () => {
    expect(checkValue(["\u{1f965}", "\u00e9", "e\u0301", "\0", "\ufeff"])).toEqual([]);
  });

  test("a depth of 100,000", () => {
    expect(checkValue(nested(100_000, 1))).toEqual([]);
    expect(checkValue(nestedSecret(100_000, 1n as unknown as Value))).toHaveLength(1);
  });
});

test("refusal looks at one leaf and into nothing", () => {
  expect(refusal([1n])).toBeUndefined();
  expect(refusal({ a: () => 1 })).toBeUndefined();
  expect(refusal(undefined)).toBeUndefined();
  expect(refusal(1n)).toBe("is a bigint; numbers are IEEE doubles");
});
