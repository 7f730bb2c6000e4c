import { afterEach, describe, expect, test } from "vitest";
import { JSON as plain, quoted } from "./plain-json.js";

const { parse, stringify } = JSON;
const patched = [Object, Array, String, Number, Boolean] as const;

afterEach(() => {
  Object.assign(JSON, { parse, stringify });
  for (const { prototype } of patched) Reflect.deleteProperty(prototype, "toJSON");
});

function patchEverything(descriptor: PropertyDescriptor = { value: () => "patched" }): void {
  Object.assign(JSON, { parse: () => "patched", stringify: () => "patched" });
  for (const { prototype } of patched)
    Object.defineProperty(prototype, "toJSON", { ...descriptor, configurable: true });
}

class Masked {
  readonly value = "hidden";
  toJSON(key: string): unknown {
    return { masked: [key] };
  }
}

const values: readonly unknown[] = [
  null,
  true,
  1.5,
  -0,
  Number.NaN,
  "text with \u2028 and \ud800",
  [],
  {},
  [1, undefined, "two", [null, { three: [] }]],
  { b: 1, a: undefined, "": { c: [{}] }, 10: "ten", __proto__: null },
  parse('{"__proto__":{"toJSON":1},"toJSON":"text"}'),
  { of: new Masked(), list: [new Masked()], at: new Date(0) },
  new Masked(),
];

describe.each(["as it is", "patched", "patched by accessors"])("with JSON %s", (how) => {
  test.each(values.map((value, index) => [index, value]))("value %i is written as usual", (_, value) => {
    const texts = [stringify(value), stringify(value, null, 2), stringify(value, null, "\t")];
    if (how === "patched") patchEverything();
    if (how === "patched by accessors") patchEverything({ get: () => () => "patched" });
    const found = [
      plain.stringify(value),
      plain.stringify(value, null, 2),
      plain.stringify(value, null, "\t"),
    ];
    const read = plain.parse(texts[0]!) as unknown;
    Object.assign(JSON, { parse, stringify });
    for (const { prototype } of patched) Reflect.deleteProperty(prototype, "toJSON");
    expect(found).toEqual(texts);
    expect(read).toEqual(parse(texts[0]!));
  });
});

test("a text is quoted as usual, whatever its characters and length", () => {
  for (let code = 0; code <= 0xffff; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    expect(quoted(text)).toBe(stringify(text));
  }
  for (const length of [0, 1, 99, 100, 101, 1000])
    for (const text of ["x".repeat(length), "é".repeat(length), `${"x".repeat(length)}"`])
      expect(quoted(text)).toBe(stringify(text));
});
