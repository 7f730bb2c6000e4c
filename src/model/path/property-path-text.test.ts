import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDiagnosticError, type Diagnostic } from "../diagnostic.js";
import { wildcard, type PathSegment } from "./path-segment.js";
import { parsePropertyPath, printPropertyPath, type PathGrammar } from "./property-path-text.js";

const quotes = 'key with "escaped" quotes';

describe("the examples of the specification", () => {
  test.each<[text: string, path: PathSegment[], canonical: string]>([
    ["root", [], "root"],
    ["root.nested", ["nested"], "nested"],
    ['root["nested"]', ["nested"], "nested"],
    ["root.double.nest", ["double", "nest"], "double.nest"],
    ['root["double"].nest', ["double", "nest"], "double.nest"],
    ['root["double"]["nest"]', ["double", "nest"], "double.nest"],
    ["root.array[0]", ["array", 0], "array[0]"],
    ["root.array[100]", ["array", 100], "array[100]"],
    ["root.array[0].nested", ["array", 0, "nested"], "array[0].nested"],
    ["root.array[0][1].nested", ["array", 0, 1, "nested"], "array[0][1].nested"],
    ["root.nested.array[0].double[1]", ["nested", "array", 0, "double", 1], "nested.array[0].double[1]"],
    [String.raw`root["key with \"escaped\" quotes"]`, [quotes], String.raw`["key with \"escaped\" quotes"]`],
    ['root["key with a ."]', ["key with a ."], '["key with a ."]'],
    [
      String.raw`["root key with \"escaped\" quotes"].nested`,
      [`root ${quotes}`, "nested"],
      String.raw`["root key with \"escaped\" quotes"].nested`,
    ],
    ['["root key with a ."][100]', ["root key with a .", 100], '["root key with a ."][100]'],
    ["root.array[*].field", ["array", wildcard, "field"], "array[*].field"],
    ['root.array["*"].field', ["array", wildcard, "field"], "array[*].field"],
  ])("%s", (text, path, canonical) => {
    expect(parsePropertyPath(text)).toEqual(path);
    expect(printPropertyPath(path)).toBe(canonical);
    expect(parsePropertyPath(canonical)).toEqual(path);
  });
});

describe("paths of our own", () => {
  test.each<[text: string, path: PathSegment[], canonical?: string]>([
    ['["root"]', ["root"]],
    ['root["root"]', ["root"], '["root"]'],
    ["root.root", ["root"], '["root"]'],
    ["rooted", ["rooted"]],
    ["a.root", ["a", "root"]],
    ["root[0]", [0], "[0]"],
    ["[*]", [wildcard]],
    [String.raw`["\*"]`, ["*"]],
    ['["**"]', ["**"]],
    ['[""]', [""]],
    ["a.0", ["a", "0"], 'a["0"]'],
    ["größe.店", ["größe", "店"]],
    ["cost-center.$ref", ["cost-center", "$ref"]],
    ["tags.kubernetes/name", ["tags", "kubernetes/name"], 'tags["kubernetes/name"]'],
    ["__proto__.constructor", ["__proto__", "constructor"]],
    [
      String.raw`["\\ \/ \b \f \n \r \t \u00e9 \uD83D\uDE00"]`,
      ["\\ / \b \f \n \r \t é 😀"],
      String.raw`["\\ / \b \f \n \r \t é 😀"]`,
    ],
    ["a[4294967294]", ["a", 4294967294]],
  ])("%s", (text, path, canonical = text) => {
    expect(parsePropertyPath(text)).toEqual(path);
    expect(printPropertyPath(path)).toBe(canonical);
  });

  test("are frozen data", () => {
    expect(Object.isFrozen(parsePropertyPath("a.b"))).toBe(true);
  });
});

describe("paths of the ecosystem", () => {
  test.each<[text: string, path: PathSegment[], canonical?: string]>([
    ["", []],
    ["root", ["root"]],
    ["root.nested", ["root", "nested"]],
    ['["root"]', ["root"], "root"],
    ["a.*.b", ["a", wildcard, "b"], "a[*].b"],
    ['a["*"]', ["a", wildcard], "a[*]"],
    ["a.[0]", ["a", 0], "a[0]"],
    ["a[0]b", ["a", 0, "b"], "a[0].b"],
    ["a[007]", ["a", 7], "a[7]"],
    ['two words.c"d]', ["two words", 'c"d]'], String.raw`["two words"]["c\"d]"]`],
    [String.raw`["a\b"]`, [String.raw`a\b`]],
    [String.raw`["a\\"b"]`, [String.raw`a\"b`]],
    [String.raw`a.b\ `, ["a", "b\\ "], String.raw`a["b\ "]`],
    ["a.b\\", ["a", "b\\"]],
  ])("%s", (text, path, canonical = text) => {
    expect(parsePropertyPath(text, { grammar: "ecosystem" })).toEqual(path);
    expect(printPropertyPath(path, { grammar: "ecosystem" })).toBe(canonical);
  });

  test.each(["*", "a.b\\", "[\\"])("cannot express the key %j", (key) => {
    const diagnostic = refusal(() => printPropertyPath(["a", key], { grammar: "ecosystem" }));
    expect(diagnostic.code).toBe("model/inexpressible-path");
    expect(diagnostic.detail).toContain(JSON.stringify(key));
  });
});

describe("print and parse are inverse", () => {
  const key = fc.oneof(
    fc.constantFrom(
      "root",
      "*",
      "**",
      "",
      "a",
      "__proto__",
      "constructor",
      ".",
      "[",
      "]",
      '"',
      "\\",
      '\\"',
      "\\*",
      "\\u",
    ),
    fc.string({
      unit: fc.constantFrom("a", '"', "\\", "*", ".", "[", "]", " ", "\n", "u", "0", "é", "😀", "\ud800"),
    }),
    fc.string({ unit: "binary" }),
  );
  const index = fc.integer({ min: 0, max: 2 ** 32 - 2 });
  const anyPath = fc.array(fc.oneof(key, index, fc.constant(wildcard)));

  test("for every path of our own", () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        expect(parsePropertyPath(printPropertyPath(path))).toEqual(path);
      }),
      { numRuns: 1000 },
    );
  });

  test("for every path that the ecosystem can express", () => {
    let expressed = 0;
    fc.assert(
      fc.property(anyPath, (path) => {
        const text = acceptedOrUndefined(() => printPropertyPath(path, { grammar: "ecosystem" }));
        if (text === undefined) return;
        expressed++;
        expect(parsePropertyPath(text, { grammar: "ecosystem" })).toEqual(path);
      }),
      { numRuns: 500 },
    );
    expect(expressed).toBeGreaterThan(0);
  });

  test("and any text is a path with one canonical spelling, or a diagnostic with a column inside it", () => {
    const anyText = fc.string({
      unit: fc.constantFrom("root", "a", ".", "[", "]", '"', "\\", "*", "0", "1", "u", " ", "\ud800"),
    });
    fc.assert(
      fc.property(anyText, fc.constantFrom<PathGrammar>("own", "ecosystem"), (text, grammar) => {
        try {
          const path = parsePropertyPath(text, { grammar });
          const canonical = acceptedOrUndefined(() => printPropertyPath(path, { grammar }));
          const again = canonical === undefined ? path : parsePropertyPath(canonical, { grammar });
          return again.length === path.length && again.every((segment, at) => segment === path[at]);
        } catch (error) {
          if (!isDiagnosticError(error)) throw error;
          const column = Number(/^Column (\d+) /.exec(error.diagnostics[0]!.detail)![1]);
          return column >= 1 && column <= text.length + 1;
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("what is no path", () => {
  test.each<[text: string, column: number, problem: string, grammar?: PathGrammar]>([
    ["", 1, "the whole set of values is root"],
    [".", 1, 'cannot begin with "."'],
    [".a", 1, 'cannot begin with "."'],
    ["a.", 3, "expected a name"],
    ["a..b", 3, "expected a name"],
    ["a.[0]", 3, "expected a name"],
    ["root.", 6, "expected a name"],
    ["a[", 2, '"[" is never closed'],
    ["a[0", 2, '"[" is never closed'],
    ["a[]", 3, "expected an index, a quoted name or *"],
    ["a[-1]", 3, "an index must be a whole number from 0"],
    ["a[+1]", 3, "an index must be a whole number from 0"],
    ["a[01]", 3, "an index must be a whole number from 0"],
    ["a[1.5]", 3, "an index must be a whole number from 0"],
    ["a[1e3]", 3, "an index must be a whole number from 0"],
    ["a[ 1 ]", 3, "an index must be a whole number from 0"],
    ["a[b]", 3, "a name in brackets must be in double quotes"],
    ["a['b']", 3, "a name in brackets must be in double quotes"],
    ["a[**]", 3, "an index must be a whole number from 0"],
    ["a[4294967295]", 3, "the maximum index is 4294967294"],
    ["a[4294967296]", 3, "the maximum index is 4294967294"],
    ["a[99999999999999999999999]", 3, "the maximum index is 4294967294"],
    ['a["b', 3, "the quote is never closed"],
    [String.raw`a["b\"]`, 3, "the quote is never closed"],
    ['a["b"', 6, 'expected "]"'],
    ['a["b"c"]', 6, 'expected "]"'],
    [String.raw`a["b\x"]`, 5, "does not begin a valid escape"],
    [String.raw`a["\u12"]`, 4, "does not begin a valid escape"],
    [String.raw`a["\ud83d\u"]`, 10, "does not begin a valid escape"],
    ["a[0]b", 5, 'expected "." or "["'],
    ['["a"]b', 6, 'expected "." or "["'],
    ["a]", 2, '"]" is only allowed in a quoted name'],
    ["a b", 2, String.raw`such as ["a b"]`],
    [" a", 1, '" " is only allowed in a quoted name'],
    ["a\n", 2, '"\\n" is only allowed in a quoted name'],
    ['a.b"c', 4, '"\\"" is only allowed in a quoted name'],
    ["a.*", 3, "a wildcard must be written as [*]"],
    ["*", 1, "a wildcard must be written as [*]"],
    ["a.b*", 4, '"*" is only allowed in a quoted name'],
    [".a", 1, 'cannot begin with "."', "ecosystem"],
    ["a.", 3, "expected a name", "ecosystem"],
    ["a[b]", 3, "an index must be a whole number from 0", "ecosystem"],
    ["a[-1]", 3, "an index must be a whole number from 0", "ecosystem"],
    ['a["b', 3, "the quote is never closed", "ecosystem"],
  ])("%j", (text, column, words, grammar = "own") => {
    const { code, detail, hint } = refusal(() => parsePropertyPath(text, { grammar }));
    expect(code).toBe("model/malformed-path");
    expect(detail).toContain(`Column ${column} of`);
    expect(detail).toContain(words);
    expect(hint).toBeDefined();
  });

  test("more than a thousand steps", () => {
    const steps = (count: number) => Array.from({ length: count }, () => "a").join(".");
    expect(parsePropertyPath(steps(1000))).toHaveLength(1000);
    expect(refusal(() => parsePropertyPath(steps(50_000)))).toMatchObject({
      code: "model/path-too-long",
      detail: "The path has 50000 steps; the maximum is 1000.",
    });
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
