import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryValue } from "../../../tests/support/arbitrary-value.js";
import { diamond, nested } from "../../../tests/support/large-values.js";
import { encodeValue } from "./encode-value.js";
import { equalValues, identicalValues } from "./equality.js";
import {
  archiveOf,
  assetOf,
  ephemeralOf,
  isAsset,
  isObject,
  isReference,
  isUnknown,
  referenceTo,
} from "./value.js";
import { isArchive, isSecret, secretOf, unknown, unknownOf, type Value, type ValueObject } from "./value.js";
import { mapValue } from "./walk.js";

const urn = "urn:pulumi:dev::shop::aws:s3:Bucket::logs";
const odd = (value: Value): Value => Object.fromEntries([["__proto__", value]]);

const table: [string, Value, Value, { equal: boolean; identical: boolean }][] = [
  ["null and undefined", null, undefined, { equal: true, identical: false }],
  ["null and false", null, false, { equal: false, identical: false }],
  ["null and an empty object", null, {}, { equal: false, identical: false }],
  ["NaN and NaN", [Number.NaN], [Number.NaN], { equal: true, identical: true }],
  ["0 and -0", 0, -0, { equal: true, identical: false }],
  ["0 and -0 inside", { a: [0] }, { a: [-0] }, { equal: true, identical: false }],
  ["a number and its text", 1, "1", { equal: false, identical: false }],
  ["composed and decomposed letters", "\u00e9", "e\u0301", { equal: false, identical: false }],
  ["an absent key and null", {}, { a: null }, { equal: true, identical: false }],
  ["an absent key and undefined", { a: undefined }, {}, { equal: true, identical: false }],
  ["as many keys, other ones", { a: null, b: 1 }, { b: 1, c: undefined }, { equal: true, identical: false }],
  ["an absent key and a value", {}, { a: 0 }, { equal: false, identical: false }],
  ["the order of keys", { a: 1, b: 2 }, { b: 2, a: 1 }, { equal: true, identical: true }],
  ["__proto__ as a key", odd(1), odd(1), { equal: true, identical: true }],
  ["__proto__ with another value", odd(1), odd(2), { equal: false, identical: false }],
  ["__proto__ and none", odd({}), {}, { equal: false, identical: false }],
  ["constructor and none", { constructor: 1 }, {}, { equal: false, identical: false }],
  ["arrays of other lengths", [1], [1, null], { equal: false, identical: false }],
  ["a hole and null", Array.from({ length: 1 }), [null], { equal: true, identical: false }],
  ["an array and an object", [], {}, { equal: false, identical: false }],
  ["unknowns", unknown, unknownOf("array"), { equal: true, identical: false }],
  ["unknowns of one type", unknownOf("array"), unknownOf("array"), { equal: true, identical: true }],
  ["an unknown and null", unknown, null, { equal: false, identical: false }],
  ["secrets of equal content", secretOf([1]), secretOf([1]), { equal: true, identical: true }],
  ["secrets of other content", secretOf([1]), secretOf([2]), { equal: false, identical: false }],
  ["a secret and its content", secretOf("x"), "x", { equal: false, identical: false }],
  [
    "ephemeral values of other content",
    ephemeralOf("x"),
    ephemeralOf("y"),
    { equal: true, identical: false },
  ],
  [
    "ephemeral values inside",
    { a: [ephemeralOf(1)] },
    { a: [ephemeralOf(unknown)] },
    { equal: true, identical: false },
  ],
  ["an ephemeral value and a secret", ephemeralOf("x"), secretOf("x"), { equal: false, identical: false }],
  ["an ephemeral value and its content", ephemeralOf("x"), "x", { equal: false, identical: false }],
  ["a secret of null and null", secretOf(null), null, { equal: false, identical: false }],
  [
    "assets by hash",
    assetOf({ text: "x" }, "h"),
    assetOf({ path: "x" }, "h"),
    { equal: true, identical: false },
  ],
  [
    "assets by hash only",
    assetOf({ path: "x" }, "h"),
    assetOf({ path: "x" }, "i"),
    { equal: false, identical: false },
  ],
  [
    "assets by source",
    assetOf({ path: "x" }),
    assetOf({ path: "x" }, "i"),
    { equal: true, identical: false },
  ],
  [
    "assets of other sources",
    assetOf({ path: "x" }),
    assetOf({ text: "x" }),
    { equal: false, identical: false },
  ],
  [
    "an asset and an archive",
    assetOf({ path: "x" }, "h"),
    archiveOf({ path: "x" }, "h"),
    { equal: false, identical: false },
  ],
  [
    "archives by their assets",
    archiveOf({ assets: { a: assetOf({ text: "x" }, "h") } }),
    archiveOf({ assets: { a: assetOf({ path: "x" }, "h") } }),
    { equal: true, identical: false },
  ],
  [
    "archives of other assets",
    archiveOf({ assets: { a: assetOf({ text: "x" }) } }),
    archiveOf({ assets: { b: assetOf({ text: "x" }) } }),
    { equal: false, identical: false },
  ],
  [
    "references, whatever the version",
    referenceTo({ urn, id: "1", packageVersion: "1.0.0" }),
    referenceTo({ urn, id: "1", packageVersion: "2.0.0" }),
    { equal: true, identical: false },
  ],
  [
    "references, whatever is live",
    referenceTo({ urn, live: {} }),
    referenceTo({ urn, live: {} }),
    { equal: true, identical: false },
  ],
  [
    "references by id",
    referenceTo({ urn, id: "1" }),
    referenceTo({ urn, id: "2" }),
    { equal: false, identical: false },
  ],
  [
    "references by URN",
    referenceTo({ urn }),
    referenceTo({ urn: `${urn}2` }),
    { equal: false, identical: false },
  ],
  [
    "a custom resource and a component",
    referenceTo({ urn, id: "1" }),
    referenceTo({ urn }),
    { equal: false, identical: false },
  ],
  [
    "unknown ids",
    referenceTo({ urn, id: unknown }),
    referenceTo({ urn, id: unknownOf("number") }),
    { equal: true, identical: true },
  ],
  [
    "an unknown id and a known one",
    referenceTo({ urn, id: unknown }),
    referenceTo({ urn, id: "1" }),
    { equal: false, identical: false },
  ],
];

test.each(table)("%s", (_, a, b, { equal, identical }) => {
  expect([equalValues(a, b), equalValues(b, a)]).toEqual([equal, equal]);
  expect([identicalValues(a, b), identicalValues(b, a)]).toEqual([identical, identical]);
  expect(equalValues({ x: secretOf([a]) }, { x: secretOf([b]) })).toBe(equal);
  expect(identicalValues([a, { x: a }], [b, { x: b }])).toBe(identical);
});

describe("laws", () => {
  /** Returns an equal value that is written differently. */
  const respell = (value: Value): Value =>
    mapValue(value, (inner) => {
      if (inner === null) return undefined;
      if (inner === undefined) return null;
      if (inner === 0) return Object.is(inner, 0) ? -0 : 0;
      if (isUnknown(inner)) return unknownOf("asset");
      if (isReference(inner)) return referenceTo({ ...inner, packageVersion: "9.9.9", live: {} });
      if (isObject(inner)) return Object.fromEntries([...Object.entries(inner).reverse(), [" absent", null]]);
      return inner;
    });

  /** Equal values have the same canonical text if every asset has a hash. */
  const canonical = (value: Value): string => {
    const plain = mapValue(value, (inner) => {
      if (Object.is(inner, -0)) return 0;
      if (isUnknown(inner)) return unknown;
      if (isAsset(inner) || isArchive(inner)) return [isAsset(inner) ? "an asset" : "an archive", inner.hash];
      if (isReference(inner))
        return ["a reference", inner.urn, isUnknown(inner.id) ? inner.id : ["id", inner.id]];
      if (isObject(inner)) return sorted(inner);
      return inner;
    });
    return JSON.stringify(encodeValue(plain));
  };
  const sorted = (object: ValueObject): Value => {
    const entries = Object.entries(object).filter(([, item]) => item !== null && item !== undefined);
    return [
      "an object",
      ...entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, item]),
    ];
  };
  const hashed = (value: Value): Value =>
    mapValue(value, (inner) => {
      if (isAsset(inner)) return assetOf(inner.source, inner.hash ?? "c");
      return isArchive(inner) ? archiveOf(inner.source, inner.hash ?? "c") : inner;
    });

  test("a value equals itself in every spelling", () => {
    fc.assert(
      fc.property(arbitraryValue(), (value) => {
        const copy = mapValue(value, (inner) => (isSecret(inner) ? secretOf(inner.value) : inner));
        expect(equalValues(value, copy)).toBe(true);
        expect(identicalValues(value, copy)).toBe(true);
        expect(equalValues(value, respell(value))).toBe(true);
        expect(equalValues(respell(value), value)).toBe(true);
      }),
    );
  });

  // Having the same text is an equivalence relation, so equality is one too if it agrees.
  test("two values are equal exactly when they have one canonical text", () => {
    const small = fc.oneof(
      fc.constantFrom<Value[]>(null, undefined, 0, -0, 1, "1", unknown, secretOf(1), secretOf(null), [], {}),
      arbitraryValue().map(hashed),
    );
    const value: fc.Arbitrary<Value> = fc.oneof(
      small,
      fc.array(small, { maxLength: 2 }),
      fc.record<Value>({ a: small, b: small }, { requiredKeys: [] }) as fc.Arbitrary<ValueObject>,
    );
    fc.assert(
      fc.property(value, value, (a, b) => {
        const same = canonical(a) === canonical(b);
        expect(equalValues(a, b)).toBe(same);
        expect(equalValues(b, a)).toBe(same);
        if (identicalValues(a, b)) expect(same).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("size", () => {
  test("a depth of 100,000", () => {
    expect(equalValues(nested(100_000, 0), nested(100_000, -0))).toBe(true);
    expect(identicalValues(nested(100_000, 0), nested(100_000, 0))).toBe(true);
    expect(identicalValues(nested(100_000, 0), nested(100_000, -0))).toBe(false);
  });

  test("2^60 paths", () => {
    expect(equalValues(diamond(60, 1), diamond(60, 1))).toBe(true);
    expect(identicalValues(diamond(60, 1), diamond(60, 2))).toBe(false);
  });

  test("archives within archives", () => {
    const pack = (depth: number) => {
      let archive = archiveOf({ assets: {} });
      for (let level = 0; level < depth; level++) archive = archiveOf({ assets: { a: archive } });
      return archive;
    };
    expect(equalValues(pack(100_000), pack(100_000))).toBe(true);
    expect(equalValues(pack(100_000), pack(100_001))).toBe(false);
  });
});
