import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDiagnosticError, type Diagnostic } from "../diagnostic.js";
import { Urn, urnPrinter, type UrnReading } from "./urn.js";

const bucket = {
  stack: "staging:acmecorp",
  project: "shop",
  types: ["shop:web:Site", "shop:web:Store", "aws:s3/bucket:Bucket"],
  name: "logs",
};

describe("a URN", () => {
  test("is printed for many names at once as for each", () => {
    const print = urnPrinter(bucket);
    expect(print("logs")).toBe(Urn.print(Urn.of(bucket)));
    expect(print("data")).toBe(Urn.print(Urn.of({ ...bucket, name: "data" })));
  });

  test.each<[string, Urn]>([
    [
      "urn:pulumi:dev::shop::random:Pet::name",
      { stack: "dev", project: "shop", types: ["random:Pet"], name: "name" },
    ],
    ["urn:pulumi:staging:acmecorp::shop::shop:web:Site$shop:web:Store$aws:s3/bucket:Bucket::logs", bucket],
    [
      "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev",
      { stack: "dev", project: "shop", types: ["pulumi:pulumi:Stack"], name: "shop-dev" },
    ],
    [
      "urn:pulumi:dev::shop::pulumi:providers:azure-native::default_2_0",
      { stack: "dev", project: "shop", types: ["pulumi:providers:azure-native"], name: "default_2_0" },
    ],
    [
      "urn:pulumi:dev::my shop::a:b::site/coconut/x:cluster/utils#$2: ü 😀",
      { stack: "dev", project: "my shop", types: ["a:b"], name: "site/coconut/x:cluster/utils#$2: ü 😀" },
    ],
    [
      "urn:pulumi:dev::shop::a:b:c:::name:",
      { stack: "dev", project: "shop", types: ["a:b:c"], name: ":name:" },
    ],
  ])("%s", (text, urn) => {
    expect(Urn.parse(text)).toEqual(urn);
    expect(Urn.print(urn)).toBe(text);
    expect(Urn.of(urn)).toEqual(urn);
  });

  test("is frozen data with a copy of its types", () => {
    const types = ["a:b"];
    const urn = Urn.of({ stack: "dev", project: "shop", types, name: "x" });
    types.push("c:d");
    expect(urn.types).toEqual(["a:b"]);
    expect([urn, urn.types, Urn.parse(Urn.print(urn)).types].every(Object.isFrozen)).toBe(true);
  });

  test("of a child has the whole chain of types; the root stack is left out", () => {
    const root = Urn.of({ stack: "dev", project: "shop", types: ["pulumi:pulumi:Stack"], name: "shop-dev" });
    const site = Urn.child(root, "shop:web:Site", "front");
    const store = Urn.child(site, "shop:web:Store", "front-store");
    const logs = Urn.child(store, "aws:s3/bucket:Bucket", "logs");
    expect(Urn.print(site)).toBe("urn:pulumi:dev::shop::shop:web:Site::front");
    expect(Urn.print(logs)).toBe(
      "urn:pulumi:dev::shop::shop:web:Site$shop:web:Store$aws:s3/bucket:Bucket::logs",
    );
    expect(Urn.type(logs)).toBe("aws:s3/bucket:Bucket");
  });

  test("may have empty parts when read, because the grammar allows it", () => {
    expect(Urn.parse("urn:pulumi:::::a:b::")).toEqual({ stack: "", project: "", types: ["a:b"], name: "" });
  });

  test("of foreign state may hold :: in its name", () => {
    const text = "urn:pulumi:dev::shop::a:b:c::left::right::";
    expect(Urn.parse(text, { names: "foreign" }).name).toBe("left::right::");
    expect(Urn.print(Urn.parse(text, { names: "foreign" }))).toBe(text);
  });

  test("of 100 KiB is read like any other", () => {
    const name = "x".repeat(50_000);
    const types = Array.from({ length: 5000 }, () => "a:b:c");
    const urn = Urn.of({ stack: "dev", project: "shop", types, name });
    expect(Urn.parse(Urn.print(urn))).toEqual(urn);
  });
});

describe("print and parse are inverse", () => {
  const colonRich = fc.string({ unit: fc.constantFrom(":", "a", "$", "é", "😀", " ") });
  const anyText = fc.oneof(colonRich, fc.string({ unit: "binary" }));
  const anyType = fc.constantFrom("a:b", "a:b:c", "aws:s3/bucket:Bucket", "azure-native:storage:Account");

  test("for every URN that can be made", () => {
    const parts = fc.record({
      stack: anyText,
      project: anyText,
      types: fc.array(anyType, { minLength: 1, maxLength: 4 }),
      name: anyText,
    });
    let made = 0;
    fc.assert(
      fc.property(parts, (urn) => {
        const accepted = acceptedOrUndefined(() => Urn.of(urn));
        if (accepted === undefined) return;
        made++;
        expect(accepted).toEqual(urn);
        expect(Urn.parse(Urn.print(accepted))).toEqual(urn);
      }),
      { numRuns: 500 },
    );
    expect(made).toBeGreaterThan(0);
  });

  test("for every text that is accepted", () => {
    const anyUrn = fc
      .tuple(colonRich, colonRich, anyType, colonRich)
      .map(([stack, project, type, name]) => `urn:pulumi:${stack}::${project}::${type}::${name}`);
    let read = 0;
    fc.assert(
      fc.property(anyUrn, fc.constantFrom<UrnReading>({}, { names: "foreign" }), (text, reading) => {
        const urn = acceptedOrUndefined(() => Urn.parse(text, reading));
        if (urn === undefined) return;
        read++;
        expect(Urn.print(urn)).toBe(text);
        expect(Urn.parse(Urn.print(urn), reading)).toEqual(urn);
      }),
      { numRuns: 500 },
    );
    expect(read).toBeGreaterThan(0);
  });
});

describe("what is no URN", () => {
  test.each<[text: string, column: number, problem: string, reading?: UrnReading]>([
    ["", 1, 'begin with "urn:pulumi:"'],
    ["urn", 4, 'begin with "urn:pulumi:"'],
    ["URN:pulumi:dev::shop::a:b::x", 1, 'begin with "urn:pulumi:"'],
    [" urn:pulumi:dev::shop::a:b::x", 1, 'begin with "urn:pulumi:"'],
    ["urn:coconut:dev::shop::a:b::x", 5, 'begin with "urn:pulumi:"'],
    ["urn:pulumi:", 12, 'no "::" after the stack'],
    ["urn:pulumi:dev", 15, 'no "::" after the stack'],
    ["urn:pulumi:dev:shop:a:b:x", 26, 'no "::" after the stack'],
    ["urn:pulumi:dev::shop", 21, 'no "::" after the project'],
    ["urn:pulumi:dev::shop::a:b", 26, 'no "::" after the type'],
    ["urn:pulumi:dev::shop::a:b:", 27, 'no "::" after the type'],
    ["urn:pulumi:dev::shop::::x", 23, "the package is missing"],
    ["urn:pulumi:dev::shop::Bucket::x", 29, 'needs a ":" after its package'],
    ["urn:pulumi:dev::shop::a:b:c:d::x", 28, "at most three parts"],
    ["urn:pulumi:dev::shop::$a:b::x", 23, "the package is missing"],
    ["urn:pulumi:dev::shop::a:b$::x", 27, "the package is missing"],
    ["urn:pulumi:dev::shop::a:b$$a:b::x", 27, "the package is missing"],
    ["urn:pulumi:dev::shop::a:b$c::x", 28, 'needs a ":" after its package'],
    ["urn:pulumi:dev::shop:::a:b::x", 23, "the package is missing"],
    ["urn:pulumi:dev::shop::a:b::left::right", 32, 'a name cannot contain "::"'],
    ["urn:pulumi:dev::shop::a:b::x::", 29, 'a name cannot contain "::"'],
    ["urn:pulumi:dev::shop::a:b::::", 28, 'a name cannot contain "::"'],
    ["urn:pulumi:dev::shop::a:\tb::x", 25, '"\\t" is not allowed in the type name'],
    ["urn:pulumi:dev::shop::a:b::x\ud800", 29, "half of a surrogate pair"],
    ["urn:pulumi:dev::shop::a:b", 26, 'no "::" after the type', { names: "foreign" }],
    ["urn:pulumi:dev::shop::aws:s3/bucket:Bucket::x", 29, '"/" is not allowed', { types: "own" }],
    ["urn:pulumi:dev::shop::azure-native:a:B$a:b::x", 28, '"-" is not allowed', { types: "own" }],
  ])("%j", (text, column, words, reading) => {
    const { code, detail, hint } = refusal(() => Urn.parse(text, reading));
    expect(code).toBe("model/malformed-urn");
    expect(detail).toContain(`Column ${column} of`);
    expect(detail).toContain(words);
    expect(hint).toContain("urn:pulumi:<stack>::<project>::<type>::<name>");
  });

  test("a long one is clipped around the column", () => {
    const { detail } = refusal(() => Urn.parse(`urn:pulumi:dev::shop::a:b::${"x".repeat(5000)}::y`));
    expect(detail).toContain('Column 5028 of …"x');
    expect(detail.length).toBeLessThan(160);
  });
});

describe("what no new resource may be called", () => {
  test.each<[Partial<Urn>, code: string, column: number, problem: string]>([
    [{ name: "" }, "model/invalid-urn-part", 1, "the name is empty"],
    [{ name: "left::right" }, "model/invalid-urn-part", 5, 'a name cannot contain "::"'],
    [{ name: "two\nlines" }, "model/invalid-urn-part", 4, "control characters"],
    [{ name: "nul\u0000" }, "model/invalid-urn-part", 4, "control characters"],
    [{ name: "half\udc00" }, "model/invalid-urn-part", 5, "half of a surrogate pair"],
    [{ project: "" }, "model/invalid-urn-part", 1, "the project is empty"],
    [{ project: "shop:" }, "model/invalid-urn-part", 5, 'a project cannot end in ":"'],
    [{ project: "a::b" }, "model/invalid-urn-part", 2, 'a project cannot contain "::"'],
    [{ stack: "" }, "model/malformed-environment", 1, "the environment has no name"],
    [{ stack: "dev:" }, "model/malformed-environment", 5, "no namespace"],
    [{ stack: "a:b:c" }, "model/malformed-environment", 4, 'a second ":"'],
    [{ types: ["Bucket"] }, "model/invalid-urn-part", 7, 'needs a ":" after its package'],
    [{ types: ["a:b$c:d"] }, "model/invalid-urn-part", 4, '"$" is not allowed'],
    [{ types: ["pulumi:pulumi:Stack", "a:b"] }, "model/invalid-urn-part", 1, "do not include the root stack"],
  ])("%j", (parts, code, column, words) => {
    const diagnostic = refusal(() => Urn.of({ ...bucket, ...parts }));
    expect(refusal(() => urnPrinter({ ...bucket, ...parts })({ ...bucket, ...parts }.name))).toEqual(
      diagnostic,
    );
    expect(diagnostic.code).toBe(code);
    expect(diagnostic.detail).toContain(`Column ${column} of`);
    expect(diagnostic.detail).toContain(words);
    expect(diagnostic.hint).toBeDefined();
  });

  test.each([["vpc"], ["awsx:x:ec2:Vpc"], ["a b"]])(
    "a component of a package may have the type %j",
    (type) => {
      const urn = urnPrinter({ ...bucket, types: [type, "a:b:C"] })("x");
      expect(Urn.parse(urn, { names: "foreign" }).types).toEqual([type, "a:b:C"]);
      expect(urnPrinter({ ...bucket, types: [type] }, "any")("x")).toContain(`::${type}::x`);
      expect(() => urnPrinter({ ...bucket, types: [type] })("x")).toThrow("is invalid");
    },
  );

  test.each([
    ["", 1, "the type is missing"],
    ["a::b", 2, 'a type cannot contain "::"'],
    ["vpc:", 4, 'a type cannot end in ":"'],
    ["a$b", 2, '"$" is not allowed in a type'],
  ])("no component has the type %j", (type, column, words) => {
    const { detail } = refusal(() => urnPrinter({ ...bucket, types: [type] }, "any")("x"));
    expect(detail).toContain(`Column ${column} of`);
    expect(detail).toContain(words);
  });

  test("a URN without a type is a bug of the caller", () => {
    expect(() => Urn.of({ ...bucket, types: [] })).toThrow(/^Bug/);
  });
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
