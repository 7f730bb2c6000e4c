import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  archiveOf,
  assetOf,
  getProperty,
  isArchive,
  isArray,
  isAsset,
  isObject,
  isReference,
  isSecret,
  isUnknown,
  kindOf,
  referenceTo,
  secretOf,
  unknown,
  unknownOf,
  valueKind,
  type Value,
} from "./value.js";

const samples: [string, Value][] = [
  ["null", null],
  ["null", undefined],
  ["boolean", false],
  ["number", Number.NaN],
  ["string", ""],
  ["asset", assetOf({ text: "" })],
  ["archive", archiveOf({ assets: {} })],
  ["reference", referenceTo({ urn: "urn:pulumi:dev::shop::a:b:C::x" })],
  ["unknown", unknownOf("object")],
  ["secret", secretOf(1)],
  ["array", []],
  ["object", {}],
  ["object", Object.create(null) as Value],
  ["object", { [String(valueKind)]: "secret" }],
];

test.each(samples)("kindOf says %s", (kind, value) => {
  expect(kindOf(value)).toBe(kind);
  const guards = { isUnknown, isSecret, isAsset, isArchive, isReference, isArray, isObject };
  const holding = Object.entries(guards).filter(([, guard]) => guard(value));
  const guarded = ["unknown", "secret", "asset", "archive", "reference", "array", "object"].includes(kind);
  expect(holding.map(([name]) => name.slice(2).toLowerCase())).toEqual(guarded ? [kind] : []);
});

describe("constructors", () => {
  test("a secret of a secret is the same secret", () => {
    const secret = secretOf("x");
    expect(secretOf(secret)).toBe(secret);
  });

  test("what they make is frozen", () => {
    for (const [kind, value] of samples.slice(5, 10))
      expect([kind, Object.isFrozen(value)]).toEqual([kind, true]);
    expect(Object.isFrozen(unknown)).toBe(true);
  });

  test("an absent hash is no key", () => {
    expect(Object.keys(assetOf({ text: "x" }))).toEqual(["source"]);
    expect(Object.keys(archiveOf({ path: "x.zip" }, "ab"))).toEqual(["source", "hash"]);
  });

  test("marks are shared by all copies of the package", () => {
    expect(isSecret({ [Symbol.for("coconut.value")]: "secret", value: 1 })).toBe(true);
  });
});

test("getProperty reads own keys only", () => {
  const odd: Value = Object.fromEntries([["__proto__", 1]]);
  expect(getProperty(odd, "__proto__")).toBe(1);
  expect(getProperty({}, "__proto__")).toBeUndefined();
  expect(getProperty({}, "constructor")).toBeUndefined();
});

test("a secret that is logged, or written as JSON by somebody else, is masked", () => {
  const outputs = { user: "ana", password: secretOf({ text: "hunter2" }) };
  expect(JSON.stringify(outputs)).toBe('{"user":"ana","password":"[secret]"}');
  expect(inspect(outputs)).toBe("{ user: 'ana', password: [secret] }");
  expect({ ...outputs.password }).toEqual(secretOf({ text: "hunter2" }));
});
