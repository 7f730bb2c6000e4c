import { describe, expect, test } from "vitest";
import { mutate, type Mutant } from "./mutant.js";
import { Sources } from "./sources.js";

const mutant = (change: Partial<Mutant>): Mutant => ({
  name: "a mistake",
  in: "decide",
  find: "return 1;",
  replace: "return 2;",
  ...change,
});

const mutated = (files: Readonly<Record<string, string>>, change: Partial<Mutant>) =>
  mutate(new Sources(new Map(Object.entries(files))), mutant(change));

const inFile = (text: string, change: Partial<Mutant>) => mutated({ "src/a.ts": text }, change).text;

describe("code is found by its tokens", () => {
  test.each<[difference: string, source: string, find: string, mutated: string]>([
    ["line breaks", "f(\n  a,\n  b\n)", "f(a, b)", "X"],
    ["no spaces", "()=>{if(a){b()}}", "if (a) { b() }", "()=>{X}"],
    ["comments", "f(a /* first */, // then\n b)", "f(a, b)", "X"],
    ["a trailing comma in the code", "f(\n  a,\n  [b,],\n)", "f(a, [b])", "X"],
    ["a trailing comma in the pattern", "f(a, { b })", "f(a, { b, },)", "X"],
    ["a comma after an argument that became the last", "f(a, b)", "b,", "f(a, X)"],
    ["a comma that stays", "[a, b]", "a,", "[X b]"],
    ["quotes", `f('it\\'s "a"')`, `f("it's \\"a\\"")`, "X"],
    ["parentheses around a returned value", "() => (\n  a\n    ? b\n    : c\n)", "() => a ? b : c", "X"],
    ["such parentheses around more", "() => (\n  a &&\n  b\n)", "a && b", "() => (\n  X\n)"],
    ["their absence", "() => a && b", "() => (a && b)", "X"],
    ["a fragment", "f(a, b)[c]", "f(a,", "X b)[c]"],
    ["lists of types", "f<A<B>>(c)", "B>>(c)", "f<A<X"],
    ["a regular expression", "a / b.replace(/[/'\"]`/g, c) / d", `/[/'"]\`/g`, "a / b.replace(X, c) / d"],
    ["a value in a template", "`a ${{ b: `${c}` }.b} d ${e}`", "{ b: `${c}` }.b", "`a ${X} d ${e}`"],
    ["the beginning of a template", "`a ${b} d`", "`a ${", "Xb} d`"],
    ["an operator, not its beginning", "a === b || a == b", "a ==", "a === b || X b"],
    ["a word, not its beginning", "ab(a)", "a", "ab(X)"],
  ])("despite %s", (_, source, find, expected) => {
    expect(inFile(`const decide = ${source};`, { find, replace: "X" })).toBe(`const decide = ${expected};`);
  });

  test.each([
    ["a space in a string", `"a b"`, `"ab"`],
    ["a space in a template", "`a b`", "`ab`"],
    ["an order", "f(a, b)", "f(b, a)"],
    ["parentheses that mean something", "(a || b) && c", "a || b && c"],
    ["a parenthesis that would lose its partner", "() => (a && b)", "() => a"],
    ["a comma that means something", "[a, , b]", "[a, b]"],
    ["only a comment", "f() /* a() */", "a()"],
  ])("but for %s", (_, source, find) => {
    expect(() => inFile(`const decide = ${source};`, { find })).toThrow("its code is not in decide");
  });
});

describe("the declaration that holds it", () => {
  const sides = (text: string) => text.replace("HERE", "return 1;").replaceAll("OTHER", "return 1;");
  test.each<[kind: string, path: string, text: string]>([
    ["a function", "decide", "function decide() { HERE } function other() { OTHER }"],
    [
      "what is exported",
      "decide",
      "export async function* decide() { HERE } export const b = () => { OTHER };",
    ],
    ["a constant", "decide", "const decide = () => { HERE }; let b = () => { OTHER };"],
    ["one of two variables", "f.b", "function f() { const a = () => { OTHER }, b = () => { HERE }; }"],
    ["an overloaded function", "decide", "function decide(): 1; function decide() { HERE }"],
    ["a method", "A.f", "class A { f() { HERE } #f() { OTHER } } class B { f() { OTHER } }"],
    ["a private method", "A.#f", "export class A { static async #f() { HERE } f() { OTHER } }"],
    ["a constructor", "A.constructor", "class A { constructor() { HERE } f() { OTHER } }"],
    ["a field", "A.#f", "class A { readonly #f = () => { HERE }; g = () => { OTHER }; }"],
    ["a getter or its setter", "A.f", "class A { get f() { HERE } set f(a) {} }"],
    ["a property of a table", "table.b", "const table = { a: { f() { OTHER } }, b: { f() { HERE } } };"],
    ["a property that needs quotes", "table.b-c", "const table = { a() { OTHER }, 'b-c'() { HERE } };"],
    ["a function in a function", "f.g", "function f() { OTHER; if (a) { const g = () => { HERE }; } }"],
    ["a method of what is returned", "f.g.h", "function f() { const g = () => ({ h() { HERE } }); OTHER }"],
    ["a closure without a name", "f", "function f() { a.map(() => { HERE }) } function g() { OTHER }"],
    ["one in another of its name", "f.g", "function f() { function g() { function g() { HERE } } OTHER }"],
    ["no type of its name", "f", "interface f { a: 1 } const f = () => { HERE }; type g = typeof f;"],
  ])("may be %s", (_, path, text) => {
    const expected = text.replace("HERE", "return 2;").replaceAll("OTHER", "return 1;");
    expect(inFile(sides(text), { in: path })).toBe(expected);
  });
});

describe("the file", () => {
  const decide = "export function decide() { return 1; }";

  test("does not matter", () => {
    const files = { "src/a.ts": "const other = () => { return 1; };", "src/deep/b.ts": decide };
    expect(mutated(files, {}).path).toBe("src/deep/b.ts");
  });

  test("does not matter although another declares the name with other code", () => {
    const files = { "src/a.ts": "function decide() { return 3; }", "src/b.ts": decide };
    expect(mutated(files, {}).path).toBe("src/b.ts");
  });

  test("is named where two hold the same", () => {
    const files = { "src/a.ts": decide, "src/deep/b.ts": decide };
    expect(() => mutated(files, {})).toThrow(
      "its code occurs 2 times in decide: src/a.ts:1, src/deep/b.ts:1.",
    );
    expect(mutated(files, { file: "b.ts" }).path).toBe("src/deep/b.ts");
  });
});

describe("a mutant that does not apply says why", () => {
  test.each<[why: string, files: Readonly<Record<string, string>>, change: Partial<Mutant>, message: string]>(
    [
      [
        "the code occurs twice",
        { "src/a.ts": "function decide() {\n  if (a) return 1;\n  return 1;\n}" },
        {},
        'The mutant "a mistake" does not apply: its code occurs 2 times in decide: src/a.ts:2, src/a.ts:3. Give it more code to find, or the name of the file. Code: return 1;',
      ],
      [
        "the code is gone",
        { "src/a.ts": "\nfunction decide() { return 3; }" },
        {},
        'The mutant "a mistake" does not apply: its code is not in decide (src/a.ts:2). Code: return 1;',
      ],
      [
        "the code is in another declaration now",
        {
          "src/a.ts": "function decide() { return 3; }",
          "src/b.ts": "\n\nconst other = () => { return 1; };",
        },
        {},
        'The mutant "a mistake" does not apply: its code is not in decide (src/a.ts:1). There is such code in src/b.ts:3. Code: return 1;',
      ],
      [
        "the declaration is gone",
        { "src/a.ts": "function choose() { return 1; }" },
        {},
        'The mutant "a mistake" does not apply: there is no declaration decide in src. There is such code in src/a.ts:1. Code: return 1;',
      ],
      [
        "the member is gone",
        { "src/a.ts": "class A { b() { return 3; } }" },
        { in: "A.#b" },
        'The mutant "a mistake" does not apply: there is no declaration A.#b in src. Code: return 1;',
      ],
      [
        "the declaration is only called there",
        { "src/a.ts": "function other() { const decide = 1; }" },
        {},
        'The mutant "a mistake" does not apply: there is no declaration decide in src. Code: return 1;',
      ],
      [
        "the file is gone",
        { "src/a.ts": "function decide() { return 3; }" },
        { file: "b.ts" },
        'The mutant "a mistake" does not apply: there is no declaration decide in a file b.ts of src. Code: return 1;',
      ],
    ],
  )("%s", (_, files, change, message) => {
    expect(() => mutated(files, change)).toThrow(new Error(message));
  });
});
