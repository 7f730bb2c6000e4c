import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryValue } from "../../../tests/support/arbitrary-value.js";
import { diamond, nested, nestedSecret } from "../../../tests/support/large-values.js";
import { identicalValues } from "./equality.js";
import { ephemeralPaths } from "./ephemeral-paths.js";
import {
  archiveOf,
  assetOf,
  ephemeralOf,
  isSecret,
  referenceTo,
  secretOf,
  unknown,
  type Value,
} from "./value.js";
import {
  containsEphemeral,
  containsSecret,
  freezeValue,
  hoistSecrets,
  isKnown,
  mapValue,
  markedAs,
  openSecrets,
  secrecyOf,
  someValue,
  stripSecrets,
} from "./walk.js";

const deep = 100_000;

describe("isKnown and containsSecret", () => {
  test.each<[Value, boolean, boolean]>([
    [null, true, false],
    [unknown, false, false],
    [[1, { a: [unknown] }], false, false],
    [secretOf("x"), true, true],
    [secretOf({ a: unknown }), false, true],
    [{ a: [secretOf(1)] }, true, true],
    [Object.fromEntries([["__proto__", unknown]]), false, false],
    [nested(deep, 1), true, false],
    [nested(deep, unknown), false, false],
    [nestedSecret(deep, unknown), false, true],
    [diamond(60, 1), true, false],
    [diamond(60, secretOf(unknown)), false, true],
  ])("case %#", (value, known, secret) => {
    expect(isKnown(value)).toBe(known);
    expect(containsSecret(value)).toBe(secret);
  });
});

test("someValue tests the value itself, elements, properties and what secrets wrap", () => {
  const seen: Value[] = [];
  const value: Value = { a: ["x", secretOf("y")], b: "z" };
  expect(someValue(value, (inner) => seen.push(inner) > 100)).toBe(false);
  for (const inner of [value, value["a"], "x", "y", "z"]) expect(seen).toContain(inner);
});

describe("ephemeral values", () => {
  const token = ephemeralOf("x");
  const value: Value = { a: secretOf("y"), b: [token], c: "z" };

  test("keep their mark where secrets lose theirs", () => {
    expect(stripSecrets(value)).toEqual({ a: "y", b: [token], c: "z" });
    expect(openSecrets(value)).toEqual({ a: "y", b: ["x"], c: "z" });
    expect(containsEphemeral(stripSecrets(secretOf([token])))).toBe(true);
  });

  test("make the whole ephemeral that they are hoisted to", () => {
    expect(hoistSecrets(value)).toEqual(ephemeralOf({ a: "y", b: ["x"], c: "z" }));
    expect(secrecyOf(value)).toBe("ephemeral");
    expect(markedAs("secret", [token])).toEqual(ephemeralOf(["x"]));
    expect(markedAs("ephemeral", secretOf("y"))).toEqual(ephemeralOf("y"));
    expect(markedAs("secret", "y")).toEqual(secretOf("y"));
    expect(markedAs(undefined, value)).toBe(value);
  });

  test("stay ephemeral in copies, and as secrets", () => {
    const copy = mapValue(ephemeralOf(["x"]), (part) => (part === "x" ? "y" : part));
    expect(copy).toEqual(ephemeralOf(["y"]));
    expect(secretOf(token)).toBe(token);
    expect(ephemeralOf(secretOf("x"))).toEqual(token);
    expect(isSecret(token)).toBe(true);
    expect(JSON.stringify({ token })).toBe('{"token":"[secret]"}');
  });

  test("are found wherever they are, also where one is shared", () => {
    const shared = { d: [token] };
    expect(ephemeralPaths({ a: shared, b: secretOf(shared), c: 1 })).toEqual([
      ["a", "d", 0],
      ["b", "d", 0],
    ]);
    expect(ephemeralPaths(token)).toEqual([[]]);
    expect(ephemeralPaths({ a: secretOf(1) })).toEqual([]);
  });
});

describe("stripSecrets and hoistSecrets", () => {
  test("wrappers go, wherever they are", () => {
    const value: Value = { a: secretOf([secretOf(1), 2]), b: [{ c: secretOf({ d: secretOf("x") }) }] };
    expect(stripSecrets(value)).toEqual({ a: [1, 2], b: [{ c: { d: "x" } }] });
    expect(hoistSecrets(value)).toEqual(secretOf(stripSecrets(value)));
  });

  test("a value without secrets is returned as it is", () => {
    const value: Value = { a: [1] };
    expect(stripSecrets(value)).toBe(value);
    expect(hoistSecrets(value)).toBe(value);
  });

  test("any value has none left, and nothing else is lost", () => {
    fc.assert(
      fc.property(arbitraryValue(), (value) => {
        const stripped = stripSecrets(value);
        expect(containsSecret(stripped)).toBe(false);
        expect(isKnown(stripped)).toBe(isKnown(value));
        expect(containsSecret(hoistSecrets(value))).toBe(containsSecret(value));
      }),
    );
  });
});

describe("mapValue", () => {
  test("shares what did not change", () => {
    const same: Value = { deep: [Number.NaN] };
    const value: Value = { same, changed: [1] };
    const mapped = mapValue(value, (inner) => (inner === 1 ? 2 : inner)) as typeof value;
    expect(mapped).toEqual({ same, changed: [2] });
    expect((mapped as { same: Value }).same).toBe(same);
    expect(mapValue(value, (inner) => inner)).toBe(value);
  });

  test("tells 0 from -0, fills holes with undefined, keeps odd keys", () => {
    expect(mapValue([0], (inner) => (inner === 0 ? -0 : inner))).toEqual([-0]);
    // oxlint-disable-next-line no-sparse-arrays
    expect(mapValue([1, , 2], (inner) => (inner === undefined ? "hole" : inner))).toEqual([1, "hole", 2]);
    const odd = mapValue(Object.fromEntries([["__proto__", 1]]), (inner) => (inner === 1 ? 2 : inner));
    expect(Object.entries(odd as object)).toEqual([["__proto__", 2]]);
  });

  test("descends into what it returned, also through secrets", () => {
    const doubled = mapValue([secretOf([1])], (inner) => (typeof inner === "number" ? inner * 2 : inner));
    expect(doubled).toEqual([secretOf([2])]);
  });

  test("a shared part is mapped once and stays shared", () => {
    let calls = 0;
    const mapped = mapValue(diamond(60, secretOf(1)), (inner) => (isSecret(inner) ? ++calls : inner));
    expect(calls).toBe(1);
    expect((mapped as Value[])[0]).toBe((mapped as Value[])[1]);
  });

  test("depth does not matter", () => {
    expect(identicalValues(stripSecrets(nested(deep, secretOf(1))), nested(deep, 1))).toBe(true);
  });

  test("a value that contains itself is a bug, not a hang", () => {
    const cycle: Value[] = [];
    cycle.push([cycle]);
    expect(() => mapValue(cycle, (inner) => inner)).toThrow(/^Bug: /);
  });
});

describe("freezeValue", () => {
  test("freezes at every depth, and behind what was frozen already", () => {
    const inSecret = { a: [1] };
    const source = { text: "x" };
    const assets = { file: assetOf(source) };
    const behind = [[1]];
    const value = freezeValue({
      secret: secretOf(inSecret),
      archive: archiveOf({ assets }),
      behind: Object.freeze(behind),
    });
    for (const part of [value, inSecret, inSecret.a, source, assets, behind[0]]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  test("leaves the resource behind a reference alone", () => {
    const live = { tags: {} };
    freezeValue([referenceTo({ urn: "urn:pulumi:dev::shop::a:b:C::x", live })]);
    expect(Object.isFrozen(live)).toBe(false);
    expect(Object.isFrozen(live.tags)).toBe(false);
  });

  test("any value is frozen throughout and is still the same", () => {
    fc.assert(
      fc.property(arbitraryValue(), (value) => {
        const copy = mapValue(value, (inner) => (Array.isArray(inner) ? [...inner] : inner));
        expect(freezeValue(value)).toBe(value);
        expect(someValue(value, (inner) => !Object.isFrozen(inner))).toBe(false);
        expect(identicalValues(value, copy)).toBe(true);
      }),
    );
  });

  test("depth and sharing do not matter", () => {
    const value = freezeValue(nested(deep, 1));
    expect(someValue(value, (inner) => !Object.isFrozen(inner))).toBe(false);
    freezeValue(diamond(60, 1));
  });
});
