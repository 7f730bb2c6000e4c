import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryValue } from "../../../tests/support/arbitrary-value.js";
import {
  encodeValue,
  isDiagnosticError,
  secretOf,
  signatureKey,
  stripSecrets,
  type Json,
  type Value,
} from "../../model/index.js";
import { canonicalJson } from "./canonical-json.js";
import { dataKey } from "./data-key.js";
import { Sealer, type Place } from "./sealed-value.js";

const key = (byte: number, id = `k${byte}`) => dataKey(id, Buffer.alloc(32, byte));
const sealer = new Sealer("lineage", [key(1)]);
const place: Place = { rid: 1, generation: 1, kind: "inputs" };
const parse = (text: string) => JSON.parse(text) as Json;

describe("canonical JSON", () => {
  test.each<[Json, string]>([
    [null, "null"],
    ['a\u2028"', String.raw`"a` + '\u2028\\""'],
    [[], "[]"],
    [{}, "{}"],
    [[1, [2, {}], "x"], '[1,[2,{}],"x"]'],
    [{ b: 1, a: { d: [true, false], c: null } }, '{"a":{"c":null,"d":[true,false]},"b":1}'],
    [parse('{"__proto__":1,"a":2}'), '{"__proto__":1,"a":2}'],
    [{ a: undefined as unknown as Json, b: 1 }, '{"b":1}'],
  ])("%j", (json, text) => {
    expect(canonicalJson(json)).toBe(text);
  });

  test("is JSON, and the same for what is the same", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const text = canonicalJson(json as Json);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(json)));
        expect(canonicalJson(parse(text))).toBe(text);
      }),
    );
  });
});

describe("sealed values", () => {
  test("come back as they were", () => {
    fc.assert(
      fc.property(arbitraryValue(), (value) => {
        const opened = sealer.open(parse(sealer.seal(value, place)), place);
        expect(encodeValue(opened)).toEqual(encodeValue(value));
      }),
    );
  });

  test("show neither what a secret holds nor its keys", () => {
    const text = sealer.seal({ a: [secretOf({ user: "root", deep: secretOf("sesame") })] }, place);
    expect(text).not.toMatch(/root|user|sesame|deep/);
    expect(text).toContain('"key":"k1"');
  });

  test("keep their bytes while place and content are the same, and only then", () => {
    const seal = (value: Value, more: Partial<Place> = {}, lineage = "lineage") =>
      new Sealer(lineage, [key(1)]).seal({ a: secretOf(value) }, { ...place, ...more });
    const texts = [
      seal("x"),
      seal("y"),
      seal("x", { rid: 2 }),
      seal("x", { generation: 2 }),
      seal("x", { kind: "outputs" }),
      seal("x", {}, "other"),
    ];
    expect(seal("x")).toBe(texts[0]);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test("have the length of what they hold, which they do not hide", () => {
    const length = (text: string) => {
      const { sealed } = parse(sealer.seal(secretOf(text), place)) as { sealed: string };
      return Buffer.from(sealed, "base64").length;
    };
    expect(length("twelve chars") - length("two")).toBe(9);
    expect(length("one")).toBe(length("two"));
  });

  test("look unrelated in two places, whatever they hold", () => {
    const bytes = (rid: number) => {
      const { sealed } = parse(sealer.seal(secretOf("the same text"), { ...place, rid })) as {
        sealed: string;
      };
      return Buffer.from(sealed, "base64");
    };
    const [one, two] = [bytes(1), bytes(2)];
    expect(one.subarray(0, 12)).not.toEqual(two.subarray(0, 12));
    expect(one.subarray(28)).not.toEqual(two.subarray(28));
  });

  const swap = sealer.seal({ a: secretOf(1), b: secretOf(2), list: [secretOf(3)] }, place);
  const forgeries: Record<string, () => unknown> = {
    "moved to another key": () => {
      const { a, ...rest } = parse(swap) as { [key: string]: Json };
      return sealer.open({ ...rest, b: a! }, place);
    },
    "moved to another resource": () => sealer.open(parse(swap), { ...place, rid: 2 }),
    "moved to another generation": () => sealer.open(parse(swap), { ...place, generation: 2 }),
    "moved from inputs to outputs": () => sealer.open(parse(swap), { ...place, kind: "outputs" }),
    "moved to another stack": () => new Sealer("other", [key(1)]).open(parse(swap), place),
    "opened with another key": () => new Sealer("lineage", [key(2, "k1")]).open(parse(swap), place),
    "opened without its key": () => new Sealer("lineage", [key(2)]).open(parse(swap), place),
    "cut short": () => sealer.open(parse(swap.replace(/"sealed":"[^"]*"/, '"sealed":"AAAA"')), place),
    altered: () =>
      sealer.open(
        parse(swap.replace(/"sealed":"(.)/, (_, first) => `"sealed":"${first === "A" ? "B" : "A"}`)),
        place,
      ),
  };
  test.each(Object.entries(forgeries))("%s is refused", (_, forge) => {
    let found: unknown;
    try {
      forge();
    } catch (error) {
      found = isDiagnosticError(error) && error.diagnostics[0]?.code;
    }
    expect(found).toBe("store/undecryptable-secret");
  });

  test("a later key seals, an earlier one still opens", () => {
    const both = new Sealer("lineage", [key(1), key(2)]);
    expect(both.seal(secretOf("x"), place)).toContain('"key":"k2"');
    expect(both.open(parse(sealer.seal(secretOf("x"), place)), place)).toEqual(secretOf("x"));
  });

  test("a document opens beside its own text, in its own stack, with any key that the stack has had", () => {
    const content = Buffer.from("all of it");
    const sealed = sealer.sealDocument(content, "header");
    expect(Buffer.from(sealed).includes("all of it")).toBe(false);
    const opened = (by: Sealer, beside = "header", bytes = sealed) => {
      const found = by.openDocument(bytes, beside);
      return found && Buffer.from(found).toString();
    };
    expect(opened(sealer)).toBe("all of it");
    expect(opened(new Sealer("lineage", [key(1), key(2)]))).toBe("all of it");
    expect(opened(sealer, "Header")).toBeUndefined();
    expect(opened(new Sealer("other", [key(1)]))).toBeUndefined();
    expect(opened(new Sealer("lineage", [key(2)]))).toBeUndefined();
    expect(opened(sealer, "header", sealed.subarray(0, -1))).toBeUndefined();
    expect(opened(sealer, "header", new Uint8Array())).toBeUndefined();
  });

  test("are written as they are encoded, apart from the secrets in them", () => {
    fc.assert(
      fc.property(arbitraryValue(), (value) => {
        const bare = stripSecrets(value);
        expect(sealer.seal(bare, place)).toBe(canonicalJson(encodeValue(bare)));
      }),
    );
  });

  const round: unknown[] = [];
  round.push({ round });
  const strangers: [string, unknown, string][] = [
    ["a class", { a: new Date(0) }, "model/not-a-value"],
    ["half of a pair", "\ud800", "model/not-a-value"],
    ["a key with half of a pair", { "a\ud800": 1 }, "model/not-a-value"],
    ["a bigint", [1n], "model/not-a-value"],
    ["a function", [() => 1], "model/not-a-value"],
    ["a symbol as a key", { [Symbol("a")]: 1 }, "model/not-a-value"],
    ["a symbol as a key of a list", Object.assign([1], { [Symbol("a")]: 1 }), "model/not-a-value"],
    ["something in a secret", secretOf([1n as unknown as Value]), "model/not-a-value"],
    ["what looks encoded", { [signatureKey]: "x" }, "model/unencodable-value"],
    ["what has no end", round, "model/cyclic-value"],
  ];
  test.each(strangers)("what is no value is refused before it is written: %s", (_, value, code) => {
    expect(() => sealer.seal(value as Value, place)).toThrow(code);
  });

  test("a text that looks like half of a pair is written as it is", () => {
    expect(sealer.seal(String.raw`\ud800`, place)).toBe(String.raw`"\\ud800"`);
  });

  test("depth costs no stack", () => {
    let deep: Value = secretOf("x");
    for (let depth = 0; depth < 20_000; depth++) deep = depth % 2 === 0 ? [deep] : { a: deep };
    const text = sealer.seal(deep, place);
    expect(sealer.seal(sealer.open(parse(text), place), place)).toBe(text);
  });
});
