import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secret } from "@coconut/coconut";
import { testStack } from "@coconut/coconut/testing";
import { isDiagnosticError, isSecret, stripSecrets, type ValueObject } from "@coconut/coconut/model";
import * as random from "../../src/providers/random/index.js";
import { bySeed, shuffled } from "../../src/providers/random/draw.js";
import { adjectives, adverbs, animals } from "../../src/providers/random/pet-words.js";
import { runs } from "../support/runs.js";

/** A stack whose program makes one resource and shows all that it has. */
async function stackOf(make: () => { readonly id: unknown }) {
  let current = make;
  const stack = await testStack(() => {
    const { result, results, b64Url, hex, dec, id } = current() as { readonly [field: string]: unknown };
    return { result, results, b64Url, hex, dec, id };
  });
  return {
    stack,
    becomes: (next: typeof make) => void (current = next),
    async outputs(): Promise<ValueObject> {
      const run = await stack.apply();
      expect(run.diagnostics).toEqual([]);
      return run.outputs;
    },
  };
}

async function made(make: () => { readonly id: unknown }): Promise<ValueObject> {
  return (await stackOf(make)).outputs();
}

async function refusal(make: () => { readonly id: unknown }): Promise<string> {
  const { stack } = await stackOf(make);
  const error: unknown = await stack.apply().catch((thrown: unknown) => thrown);
  if (!isDiagnosticError(error)) throw new Error("It was not refused.");
  return error.diagnostics.map(({ code, detail }) => `${code}: ${detail}`).join("\n");
}

describe("every type", () => {
  const types: [
    name: string,
    make: (keepers?: { readonly [name: string]: string }) => { readonly id: unknown },
  ][] = [
    ["Id", (keepers = {}) => new random.Id("it", { byteLength: 8, keepers })],
    ["Pet", (keepers = {}) => new random.Pet("it", { words: 5, keepers })],
    ["Password", (keepers = {}) => new random.Password("it", { length: 20, keepers })],
    ["String", (keepers = {}) => new random.String("it", { length: 20, keepers })],
    ["Integer", (keepers = {}) => new random.Integer("it", { min: 0, max: 2 ** 40, keepers })],
    ["Uuid", (keepers = {}) => new random.Uuid("it", { keepers })],
    ["Shuffle", (keepers = {}) => new random.Shuffle("it", { inputs: animals.slice(0, 60), keepers })],
  ];

  test.each(types)("a %s stays until a keeper changes, and goes without a trace", async (_, make) => {
    const life = await stackOf(() => make({ one: "1", constructor: "a" }));
    const first = await life.outputs();
    expect(await life.outputs()).toEqual(first);

    life.becomes(() => make({ one: "1", constructor: "b" }));
    const plan = await life.stack.plan();
    expect(plan.changes.map(({ action }) => action)).toEqual(["replace"]);
    const second = await life.outputs();
    for (const field of Object.keys(first)) {
      expect(stripSecrets(second[field])).not.toEqual(stripSecrets(first[field]));
    }
    expect(await life.stack.destroy()).toMatchObject({ ok: true, diagnostics: [] });
    expect((await life.stack.snapshot()).objects.size).toBe(0);
  });

  test.each(types)("a tainted %s is made anew", async (_, make) => {
    const life = await stackOf(make);
    const first = await life.outputs();
    await life.stack.state.taint("it");
    expect(await life.outputs()).not.toEqual(first);
  });
});

test("an Id has its bytes in three spellings, each behind the prefix", async () => {
  const { b64Url, hex, dec, id } = (await made(
    () => new random.Id("it", { byteLength: 5, prefix: "p-" }),
  )) as { readonly [spelling: string]: string };
  const bytes = Buffer.from(b64Url!.slice(2), "base64url");
  expect(bytes).toHaveLength(5);
  expect(hex).toBe(`p-${bytes.toString("hex")}`);
  expect(dec).toBe(`p-${BigInt(`0x${bytes.toString("hex")}`)}`);
  expect(id).toBe(b64Url);
});

test("a Uuid is one of version 4", async () => {
  const { result, id } = await made(() => new random.Uuid("it"));
  expect(result).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(id).toBe(result);
});

describe("a Pet", () => {
  test.each([1, 2, 3, 5])("of %i words is an animal behind what describes it", async (words) => {
    const { id } = (await made(() => new random.Pet("it", { words, separator: " ", prefix: "pre fix" }))) as {
      readonly id: string;
    };
    const [pre, fix, ...parts] = id.split(" ");
    expect([pre, fix]).toEqual(["pre", "fix"]);
    expect(parts).toHaveLength(words);
    expect(animals).toContain(parts.at(-1));
    if (words > 1) expect(adjectives).toContain(parts.at(-2));
    for (const word of parts.slice(0, -2)) expect(adverbs).toContain(word);
  });

  test("has words of its own that are unlike each other and plain", () => {
    for (const list of [adjectives, adverbs, animals]) {
      expect(list.length).toBeGreaterThan(200);
      expect(new Set(list).size).toBe(list.length);
      expect(list.filter((word) => !/^[a-z]{2,14}$/.test(word))).toEqual([]);
    }
  });
});

describe("characters", () => {
  const special = "!@#$%&*()-_=+[]{}<>:?";
  const counted = (text: string) => ({
    lower: text.match(/[a-z]/g)?.length ?? 0,
    upper: text.match(/[A-Z]/g)?.length ?? 0,
    numeric: text.match(/[0-9]/g)?.length ?? 0,
    special: Array.from(text).filter((letter) => special.includes(letter)).length,
  });

  test("length, classes and minimums hold for whatever is asked", async () => {
    const kind = fc.record({ allowed: fc.boolean(), least: fc.nat({ max: 6 }) });
    const asked = fc
      .record({
        lower: kind,
        upper: kind,
        numeric: kind,
        special: kind,
        extra: fc.integer({ min: 1, max: 9 }),
      })
      .filter(({ lower, upper, numeric, special }) =>
        [lower, upper, numeric, special].some(({ allowed }) => allowed),
      );
    const inputs = asked.map(({ extra, ...kinds }) => {
      const least = (of: keyof typeof kinds) => (kinds[of].allowed ? kinds[of].least : 0);
      return {
        length: least("lower") + least("upper") + least("numeric") + least("special") + extra,
        lower: kinds.lower.allowed,
        upper: kinds.upper.allowed,
        numeric: kinds.numeric.allowed,
        special: kinds.special.allowed,
        minLower: least("lower"),
        minUpper: least("upper"),
        minNumeric: least("numeric"),
        minSpecial: least("special"),
      };
    });
    await fc.assert(
      fc.asyncProperty(inputs, async (given) => {
        const { result } = (await made(() => new random.String("it", given))) as { readonly result: string };
        const counts = counted(result);
        expect(result).toHaveLength(given.length);
        expect(counts.lower + counts.upper + counts.numeric + counts.special).toBe(given.length);
        for (const each of ["lower", "upper", "numeric", "special"] as const) {
          const least = given[`min${each[0]!.toUpperCase()}${each.slice(1)}` as "minLower"];
          expect(counts[each]).toBeGreaterThanOrEqual(least);
          if (!given[each]) expect(counts[each]).toBe(0);
        }
      }),
      { numRuns: Math.min(runs, 60) },
    );
  });

  test("special characters are what the program says they are", async () => {
    const args = { length: 40, lower: false, upper: false, numeric: false, overrideSpecial: "é💡x" };
    const { result } = (await made(() => new random.String("it", args))) as { readonly result: string };
    expect(Array.from(result)).toHaveLength(40);
    expect(new Set(result)).toEqual(new Set(["é", "💡", "x"]));
  });

  test("a minimum can stand anywhere", async () => {
    const args = { length: 12, minNumeric: 1, numeric: true, special: false, upper: false };
    const places = new Set<number>();
    for (let round = 0; round < 40; round++) {
      const { result } = (await made(() => new random.String("it", args))) as { readonly result: string };
      places.add(result.search(/\d/));
    }
    expect(places.size).toBeGreaterThan(3);
  });

  test.each<[args: object, message: string]>([
    [{ length: 3, minLower: 2, minNumeric: 2 }, "The sum of the minimums is greater than the length."],
    [
      { length: 3, lower: false, upper: false, numeric: false, special: false },
      "There are no characters to choose from",
    ],
    [{ length: 3, upper: false, minUpper: 1 }, "minUpper requires characters that upper: false excludes."],
    [
      { length: 3, special: false, overrideSpecial: "." },
      "overrideSpecial cannot be combined with special: false.",
    ],
    [{ length: 3, overrideSpecial: "" }, "It is empty."],
    [{ length: 0 }, "length"],
    [{ length: 1.5 }, "length"],
  ])("%j is refused", async (args, message) => {
    expect(await refusal(() => new random.Password("it", args as never))).toContain(message);
  });
});

describe("a Password", () => {
  test("is secret, and its id tells nothing of it", async () => {
    const life = await stackOf(() => new random.Password("it", { length: 24 }));
    const { result, id } = await life.outputs();
    expect(isSecret(result)).toBe(true);
    const text = stripSecrets(result) as string;
    expect(text).toHaveLength(24);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    life.becomes(() => new random.Password("it", { length: 25 }));
    const plan = await life.stack.plan();
    expect(plan.text()).not.toContain(text);
    expect(JSON.stringify(plan)).not.toContain(text);
  });

  test("cannot be imported, because an id is no secret", async () => {
    const make = () => new random.Password("it", { length: 5 }, { import: "sesam" });
    expect(await refusal(make)).toContain("provider/no-lookup");
  });

  test("keeps a secret keeper to itself", async () => {
    const life = await stackOf(
      () => new random.Password("it", { length: 9, keepers: { token: secret("hunter2") } }),
    );
    await life.outputs();
    life.becomes(() => new random.Password("it", { length: 9, keepers: { token: secret("hunter3") } }));
    const plan = await life.stack.plan();
    expect(plan.changes.map(({ action }) => action)).toEqual(["replace"]);
    expect(plan.text()).not.toContain("hunter");
  });
});

describe("an Integer", () => {
  test("lies between min and max, both of which can come", async () => {
    const seen = new Set<unknown>();
    for (let round = 0; round < 60 && seen.size < 3; round++) {
      seen.add((await integerOf({ min: -1, max: 1 }))["result"]);
    }
    expect([-1, 0, 1].filter((each) => seen.has(each))).toEqual([-1, 0, 1]);
    expect(await integerOf({ min: 7, max: 7 })).toMatchObject({ result: 7 });
    const widest = { min: -(2 ** 47), max: 2 ** 47 - 2 };
    expect(Number.isSafeInteger((await integerOf(widest))["result"])).toBe(true);
  });

  test.each<[min: number, max: number, message: string]>([
    [2, 1, "min is greater than max."],
    [0, 2 ** 48, "at most 281474976710655 numbers"],
    [0.5, 1, "min"],
    [2 ** 53 - 2, 2 ** 53 - 1, "max"],
  ])("from %f to %f is refused", async (min, max, message) => {
    expect(await refusal(() => new random.Integer("it", { min, max }))).toContain(message);
  });

  test("that comes again in a replacement is a replacement all the same", async () => {
    const life = await stackOf(() => new random.Integer("it", { min: 7, max: 7 }));
    const first = await life.outputs();
    life.becomes(() => new random.Integer("it", { min: 7, max: 7, keepers: { another: "one" } }));
    expect(await life.outputs()).toEqual(first);
    expect((await life.stack.plan()).isEmpty).toBe(true);
    expect((await life.stack.snapshot()).objects.size).toBe(1);
  });

  const integerOf = (args: { min: number; max: number }) => made(() => new random.Integer("it", args));
});

describe("a Shuffle", () => {
  const resultsOf = async (args: { inputs: string[]; resultCount?: number; seed?: string }) =>
    (await made(() => new random.Shuffle("it", args)))["results"] as readonly string[];

  test("holds what it was given, as often and in another order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ maxLength: 3 }), { maxLength: 12 }), async (inputs) => {
        expect((await resultsOf({ inputs })).toSorted()).toEqual(inputs.toSorted());
      }),
      { numRuns: Math.min(runs, 25) },
    );
    expect(await resultsOf({ inputs: animals.slice(0, 100) })).not.toEqual(animals.slice(0, 100));
  });

  test("gives some of them, or begins again with all", async () => {
    const inputs = ["a", "b", "c"];
    const two = await resultsOf({ inputs, resultCount: 2 });
    expect(new Set(two).size).toBe(2);
    const seven = await resultsOf({ inputs, resultCount: 7 });
    expect(seven).toHaveLength(7);
    expect(seven.slice(0, 3).toSorted()).toEqual(inputs);
    expect(seven.slice(3, 6).toSorted()).toEqual(inputs);
    expect(await resultsOf({ inputs: [], resultCount: 0 })).toEqual([]);
    expect(await refusal(() => new random.Shuffle("it", { inputs: [], resultCount: 1 }))).toContain(
      "inputs is empty, but resultCount is greater than 0.",
    );
  });

  test("by a seed is the same in every stack and every version", async () => {
    const inputs = "abcdefgh".split("");
    const order = await resultsOf({ inputs, seed: "coconut" });
    expect(await resultsOf({ inputs, seed: "coconut" })).toEqual(order);
    expect(order.join("")).toBe("ghdcefba");
    expect(shuffled(inputs, bySeed("other"))).not.toEqual(order);
  });

  test("numbers by a seed lie in their range", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 2 ** 47 }), (seed, count) => {
        const drawn = bySeed(seed)(count);
        expect(Number.isInteger(drawn) && drawn >= 0 && drawn < count).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

describe("import", () => {
  const imported: [name: string, make: () => { readonly id: unknown }, expected: object][] = [
    [
      "an Id",
      () => new random.Id("it", { byteLength: 2, prefix: "p-" }, { import: "p-,AQI" }),
      { b64Url: "p-AQI", hex: "p-0102", dec: "p-258", id: "p-AQI" },
    ],
    ["a Pet", () => new random.Pet("it", {}, { import: "gentle-otter" }), { result: "gentle-otter" }],
    ["a String", () => new random.String("it", { length: 3 }, { import: "a💡c" }), { result: "a💡c" }],
    ["an Integer", () => new random.Integer("it", { min: -1, max: 9 }, { import: "7,-1,9" }), { result: 7 }],
    [
      "a Uuid",
      () => new random.Uuid("it", {}, { import: "1B4E28BA-2FA1-11D2-883F-0016D3CCA427" }),
      { result: "1b4e28ba-2fa1-11d2-883f-0016d3cca427" },
    ],
  ];

  test.each(imported)("%s by its value", async (_, make, expected) => {
    const life = await stackOf(make);
    expect(await life.outputs()).toMatchObject(expected);
    expect((await life.stack.plan()).isEmpty).toBe(true);
  });

  test.each<[name: string, make: () => { readonly id: unknown }, message: string]>([
    [
      "an Id that is no base64url",
      () => new random.Id("it", { byteLength: 2 }, { import: "a b" }),
      'its b64Url, optionally after the prefix and a comma, for example "p-,GXkpzQ"',
    ],
    [
      "an Integer without its limits",
      () => new random.Integer("it", { min: 0, max: 9 }, { import: "7" }),
      'the number, min and max, separated by commas, for example "7,1,10"',
    ],
    [
      "an Integer out of its limits",
      () => new random.Integer("it", { min: 0, max: 9 }, { import: "11,0,9" }),
      'for example "7,1,10"',
    ],
    [
      "a Uuid that is none",
      () => new random.Uuid("it", {}, { import: "1" }),
      "The id to import a random Uuid must be a UUID",
    ],
    [
      "a String of another length",
      () => new random.String("it", { length: 4 }, { import: "abc" }),
      "engine/import-replaces",
    ],
  ])("%s is refused", async (_, make, message) => {
    expect(await refusal(make)).toContain(message);
  });
});
