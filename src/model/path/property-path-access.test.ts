import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDiagnosticError, type Diagnostic } from "../diagnostic.js";
import { assetOf, isSecret, referenceTo, secretOf, unknown, unknownOf, type Value } from "../value/value.js";
import type { PathSegment } from "./path-segment.js";
import { deleteAt, getAt, hasAt, setAt } from "./property-path-access.js";
import { PropertyPath } from "./property-path.js";

const at = PropertyPath.parse;
const asset = assetOf({ text: "hello" });
const reference = referenceTo({ urn: "urn:pulumi:dev::shop::a:b::x", id: "1" });
/** As parsed from JSON: `__proto__` is an own property. */
const hostile = Object.fromEntries([["__proto__", { x: 1 }]]);

describe("get and has", () => {
  test.each<[path: string, value: Value, got: Value, has: ReturnType<typeof hasAt>]>([
    ["root", { a: 1 }, { a: 1 }, true],
    ["root", undefined, undefined, false],
    ["a", { a: 1 }, 1, true],
    ["a", { a: null }, null, true],
    ["a", { a: undefined }, undefined, false],
    ["a", {}, undefined, false],
    ["a.b[1].c", { a: { b: [0, { c: "x" }] } }, "x", true],
    ["a[2]", { a: [1] }, undefined, false],
    ["a[0]", { a: { "0": 1 } }, undefined, false],
    ['a["0"]', { a: [1] }, undefined, false],
    ["a.length", { a: [1] }, undefined, false],
    ["a.length", { a: "text" }, undefined, false],
    ["a.b.c", { a: null }, undefined, false],
    ["a.text", { a: asset }, undefined, false],
    ["a.urn", { a: reference }, undefined, false],
    ["constructor.prototype.x", {}, undefined, false],
    ["__proto__.x", {}, undefined, false],
    ["__proto__.x", hostile, 1, true],
  ])("%s of %o", (path, value, got, has) => {
    expect(getAt(value, at(path))).toStrictEqual(got);
    expect(hasAt(value, at(path))).toStrictEqual(has);
  });

  test.each<[path: string, value: Value, got: Value, has: ReturnType<typeof hasAt>]>([
    ["a[*]", { a: [1, 2] }, [1, 2], true],
    ["a[*]", { a: { x: 1, y: 2 } }, [1, 2], true],
    ["a[*].b", { a: [{ b: 1 }, {}, { b: 3 }] }, [1, undefined, 3], true],
    ["a[*].b", { a: [{}, 1, null] }, [undefined, undefined, undefined], false],
    ["a[*][*]", { a: [[1, 2], { x: 3 }, 4, null] }, [1, 2, 3], true],
    ["a[*]", { a: [] }, [], false],
    ["a[*]", {}, [], false],
    [String.raw`a["\*"]`, { a: { "*": 1, b: 2 } }, 1, true],
  ])("with wildcards: %s of %o", (path, value, got, has) => {
    expect(getAt(value, at(path))).toStrictEqual(got);
    expect(hasAt(value, at(path))).toStrictEqual(has);
  });

  test.each<[path: string, value: Value, got: Value, has: ReturnType<typeof hasAt>]>([
    ["a", { a: secretOf(1) }, secretOf(1), true],
    ["a.b", { a: secretOf({ b: 1 }) }, secretOf(1), true],
    ["a.b.c", secretOf({ a: { b: secretOf({ c: 1 }) } }), secretOf(1), true],
    ["a.b", { a: secretOf({}) }, undefined, false],
    ["a.b.c", { a: secretOf({ b: unknown }) }, secretOf(unknown), unknown],
    ["a[*].b", { a: [secretOf({ b: 1 }), { b: 2 }] }, [secretOf(1), 2], true],
    ["a[*]", { a: secretOf([1, 2]) }, secretOf([1, 2]), true],
    ["a[*].b[*]", { a: [secretOf({ b: [1] }), { b: [2] }] }, secretOf([1, 2]), true],
    ["a[*]", { a: secretOf(unknown) }, secretOf(unknown), unknown],
  ])("through secrets: %s of %o", (path, value, got, has) => {
    expect(getAt(value, at(path))).toStrictEqual(got);
    expect(hasAt(value, at(path))).toStrictEqual(has);
  });

  test.each<[path: string, value: Value, got: Value, has: ReturnType<typeof hasAt>]>([
    ["a", { a: unknown }, unknown, true],
    ["a", { a: unknownOf("object") }, unknownOf("object"), true],
    ["a.b[0]", { a: unknown }, unknown, unknown],
    ["a.b", { a: unknownOf("object") }, unknown, unknown],
    ["a[*]", { a: unknown }, unknown, unknown],
    ["a[*].b", { a: [{ b: 1 }, unknown] }, [1, unknown], true],
    ["a[*].b", { a: [{}, unknown] }, [undefined, unknown], unknown],
    ["a[*][*]", { a: [[1], unknown] }, unknown, true],
    ["a[*]", { a: [unknown] }, [unknown], true],
    ["a.b", unknown, unknown, unknown],
  ])("through unknowns: %s of %o", (path, value, got, has) => {
    expect(getAt(value, at(path))).toStrictEqual(got);
    expect(hasAt(value, at(path))).toStrictEqual(has);
  });

  test("get is not bounded by the depth of the data", () => {
    let value: Value = "bottom";
    for (let depth = 0; depth < 50_000; depth++) value = { a: value };
    const path = Array.from({ length: 50_000 }, () => "a");
    expect(getAt(value, path)).toBe("bottom");
  });
});

describe("set", () => {
  test.each<[path: string, before: Value, after: Value]>([
    ["root", { a: 1 }, 9],
    ["a", {}, { a: 9 }],
    ["a", { a: 1, b: 2 }, { a: 9, b: 2 }],
    ["a", { a: unknown }, { a: 9 }],
    ["a", { a: secretOf(1) }, { a: 9 }],
    ["a.b", { a: {} }, { a: { b: 9 } }],
    ["a[1]", { a: [1, 2, 3] }, { a: [1, 9, 3] }],
    ["a[*]", { a: [1, 2] }, { a: [9, 9] }],
    ["a[*]", { a: { x: 1, y: 2 } }, { a: { x: 9, y: 9 } }],
    ["a[*].b", { a: [{ b: 1 }, {}] }, { a: [{ b: 9 }, { b: 9 }] }],
    ["a[*].b", { a: [] }, { a: [] }],
    ["a[*].b", {}, {}],
    [String.raw`a["\*"]`, { a: { b: 1 } }, { a: { b: 1, "*": 9 } }],
    ["a.b", { a: secretOf({ b: 1, c: 2 }) }, { a: secretOf({ b: 9, c: 2 }) }],
    ["a[0].b", secretOf({ a: [secretOf({})] }), secretOf({ a: [secretOf({ b: 9 })] })],
    ["a[*]", { a: secretOf([1, 2]) }, { a: secretOf([9, 9]) }],
    ["a.b", { a: unknown }, { a: unknown }],
    ["a.b", { a: secretOf(unknown) }, { a: secretOf(unknown) }],
    ["a[*].b", { a: [unknown, {}] }, { a: [unknown, { b: 9 }] }],
  ])("%s in %o", (path, before, after) => {
    expect(setAt(before, at(path), 9)).toStrictEqual(after);
  });

  test("keys of Object.prototype are data", () => {
    const result = setAt({}, at("__proto__"), { polluted: true });
    expect(Object.keys(result as object)).toStrictEqual(["__proto__"]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(getAt(setAt(hostile, at("__proto__.x"), 2), at("__proto__.x"))).toBe(2);
    expect(refusal(() => setAt({}, at("constructor.prototype"), 1)).code).toBe("model/path-parent-missing");
  });

  test.each<[path: string, value: Value, code: string, detail: string]>([
    ["a.b", {}, "model/path-parent-missing", "a is absent or null, so it has no properties to set."],
    ["a.b", { a: null }, "model/path-parent-missing", "a is absent or null, so it has no properties to set."],
    [
      "a.b",
      { a: "x" },
      "model/path-parent-missing",
      "a is a value of kind string, so it has no properties to set.",
    ],
    [
      "a.b",
      { a: [1] },
      "model/path-parent-missing",
      "a is a value of kind array, so it has no properties to set.",
    ],
    [
      "a[0]",
      { a: {} },
      "model/path-parent-missing",
      "a is a value of kind object, so it has no elements to set.",
    ],
    [
      "a.text",
      { a: asset },
      "model/path-parent-missing",
      "a is a value of kind asset, so it has no properties to set.",
    ],
    [
      "a[*].b.c",
      { a: [{}] },
      "model/path-parent-missing",
      "a[*].b is absent or null, so it has no properties to set.",
    ],
    ["a", undefined, "model/path-parent-missing", "root is absent or null, so it has no properties to set."],
    ["a[1]", { a: [1] }, "model/path-out-of-range", "a has 1 element, so index 1 does not exist."],
    ["a[7].b", { a: [1, 2] }, "model/path-out-of-range", "a has 2 elements, so index 7 does not exist."],
  ])("%s in %o is refused", (path, value, code, detail) => {
    expect(refusal(() => setAt(value, at(path), 9))).toMatchObject({ code, detail, path });
  });

  test("a refusal shows nothing of a secret's content", () => {
    const { detail, hint } = refusal(() => setAt({ a: secretOf("hunter2") }, at("a.b"), 9));
    expect(`${detail}${hint}`).not.toContain("hunter2");
  });
});

describe("delete", () => {
  test.each<[path: string, before: Value, after: Value]>([
    ["root", { a: 1 }, undefined],
    ["a", { a: 1, b: 2 }, { b: 2 }],
    ["a.b", { a: { b: 1 } }, { a: {} }],
    ["a[1]", { a: [1, 2, 3] }, { a: [1, null, 3] }],
    ["a[*]", { a: [1, 2] }, { a: [null, null] }],
    ["a[*]", { a: { x: 1, y: 2 } }, { a: {} }],
    ["a[*].b", { a: [{ b: 1, c: 2 }, 3] }, { a: [{ c: 2 }, 3] }],
    ["a.b", { a: secretOf({ b: 1, c: 2 }) }, { a: secretOf({ c: 2 }) }],
    ["a[0]", { a: secretOf([1]) }, { a: secretOf([null]) }],
    ["a", { a: unknown }, {}],
    ["__proto__", hostile, {}],
    ["__proto__.x", hostile, Object.fromEntries([["__proto__", {}]])],
  ])("%s in %o", (path, before, after) => {
    expect(deleteAt(before, at(path))).toStrictEqual(after);
  });

  test.each<[path: string, value: Value]>([
    ["b", { a: 1 }],
    ["a.b.c", { a: 1 }],
    ["a[3]", { a: [1] }],
    ["a[0]", { a: { "0": 1 } }],
    ["a[*].b", { a: [{ c: 1 }, 2] }],
    ["a.b", { a: unknown }],
    ["a.b", { a: secretOf(unknown) }],
    ["a.b", { a: secretOf({ c: 1 }) }],
    ["constructor", {}],
  ])("%s where nothing is, in %o, gives the same value", (path, value) => {
    expect(deleteAt(value, at(path))).toBe(value);
  });
});

describe("values are persistent", () => {
  test("what a change does not touch is shared, and the original is not changed", () => {
    const before = Object.freeze({ a: Object.freeze([Object.freeze({ b: 1 }), { c: 2 }]), d: { e: 3 } });
    const after = setAt(before, at("a[0].b"), 9);
    expect(before.a[0]).toStrictEqual({ b: 1 });
    expect(getAt(after, at("d"))).toBe(before.d);
    expect(getAt(after, at("a[1]"))).toBe(before.a[1]);
  });

  test("setting what is already there gives the same value", () => {
    const value = { a: secretOf({ b: [Number.NaN] }) };
    expect(setAt(value, at("a.b[0]"), Number.NaN)).toBe(value);
    expect(setAt(value, at("a.b[*]"), Number.NaN)).toBe(value);
  });
});

describe("laws", () => {
  const key = fc.constantFrom("a", "b", "*", "__proto__", "constructor");
  const { value: anyValue } = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom<Value>(null, 0, "x", unknown),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
      tie("value").map(secretOf),
    ),
  }));
  const anyPath = fc.array(fc.oneof(key, fc.nat(2)), { maxLength: 4 });
  const bare = (value: Value) => (isSecret(value) ? value.value : value);

  test("what was set is what one gets; what was deleted is gone", () => {
    let set = 0;
    fc.assert(
      fc.property(anyValue, anyPath, (value, path) => {
        const present = hasAt(value, path);
        const gone = deleteAt(value, path);
        if (present === false) expect(gone).toBe(value);
        if (present === true) expect(bare(getAt(gone, path)) ?? null).toBeNull();
        const changed = acceptedOrUndefined(() => setAt(value, path, "new"));
        if (changed === undefined || passesUnknown(value, path)) return;
        set++;
        expect(bare(getAt(changed, path))).toBe("new");
      }),
      { numRuns: 1000 },
    );
    expect(set).toBeGreaterThan(0);
  });

  test("setting what one got changes nothing", () => {
    fc.assert(
      fc.property(anyValue, anyPath, (value, path) => {
        if (hasAt(value, path) !== true) return;
        expect(setAt(value, path, rawAt(value, path))).toStrictEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  function passesUnknown(value: Value, path: readonly PathSegment[]): boolean {
    return path.some((_, length) => bare(getAt(value, path.slice(0, length))) === unknown);
  }

  /** Ignores the secrecy of enclosing values, which `getAt` passes on. */
  function rawAt(value: Value, path: readonly (string | number)[]): Value {
    return path.reduce<Value>((inner, segment) => Reflect.get(Object(bare(inner)), segment), value);
  }
});

test("a path that is longer than the stack can bear is refused", () => {
  const path = Array.from({ length: 50_000 }, () => "a");
  expect(refusal(() => setAt({}, path, 1)).code).toBe("model/path-too-long");
  expect(refusal(() => deleteAt({}, path)).code).toBe("model/path-too-long");
});

test("the face of it all", () => {
  const path = PropertyPath.parse("rules[*].port");
  const value = { rules: [{ port: 80 }, { port: 443 }] };
  expect(PropertyPath.print(path)).toBe("rules[*].port");
  expect(PropertyPath.get(value, path)).toStrictEqual([80, 443]);
  expect(PropertyPath.has(value, path)).toBe(true);
  expect(PropertyPath.set(value, path, 1)).toStrictEqual({ rules: [{ port: 1 }, { port: 1 }] });
  expect(PropertyPath.delete(value, path)).toStrictEqual({ rules: [{}, {}] });
  expect(PropertyPath.contains(path, PropertyPath.parse("rules[0].port"))).toBe(true);
});

function acceptedOrUndefined<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (isDiagnosticError(error)) return undefined;
    throw error;
  }
}

function refusal(action: () => unknown): Diagnostic {
  try {
    action();
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics[0]!;
    throw error;
  }
  throw new Error("nothing was refused");
}
