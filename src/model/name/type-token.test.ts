import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDiagnosticError, type Diagnostic } from "../diagnostic.js";
import { parseTypeToken, printTypeToken, type TypeGrammar } from "./type-token.js";

describe("types defined here", () => {
  test.each([
    ["random:Pet", { package: "random", name: "Pet" }],
    ["shop:web:Site", { package: "shop", module: "web", name: "Site" }],
    ["größe:länge:Maß_2", { package: "größe", module: "länge", name: "Maß_2" }],
    ["店:網:頁٣", { package: "店", module: "網", name: "頁٣" }],
    ["𐐀:𐐁:𐐂", { package: "𐐀", module: "𐐁", name: "𐐂" }],
  ])("%s", (text, token) => {
    expect(parseTypeToken(text)).toEqual(token);
    expect(printTypeToken(token)).toBe(text);
  });
});

describe("types of the ecosystem", () => {
  test.each([
    "aws:s3/bucket:Bucket",
    "azure-native:storage:Account",
    "azure-native:storage/v20230101:StorageAccount",
    "kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition",
    "pulumi:pulumi:Stack",
    "pulumi:providers:aws",
    "pulumi:providers:azure-native",
    "pulumi-nodejs:dynamic:Resource",
    "my app:index:Two Words",
    "shop:web:Site",
    "random:Pet",
  ])("%s", (text) => {
    expect(printTypeToken(parseTypeToken(text, { grammar: "ecosystem" }))).toBe(text);
  });

  test("are refused where a type is defined here", () => {
    expect(refusal("aws:s3/bucket:Bucket", "own").detail).toContain('"/" is not allowed in the module');
  });
});

test("a token is frozen data", () => {
  expect(Object.isFrozen(parseTypeToken("shop:web:Site"))).toBe(true);
});

test("every own token is an ecosystem token, and both print what was parsed", () => {
  const identifier = fc.stringMatching(/^[\p{L}][\p{L}\p{Nd}_]{0,8}$/u);
  const own = fc.array(identifier, { minLength: 2, maxLength: 3 }).map((parts) => parts.join(":"));
  fc.assert(
    fc.property(own, (text) => {
      expect(printTypeToken(parseTypeToken(text))).toBe(text);
      expect(parseTypeToken(text, { grammar: "ecosystem" })).toEqual(parseTypeToken(text));
    }),
  );
});

test("any text is a token or a diagnostic with a column inside it", () => {
  const anyText = fc.string({
    unit: fc.constantFrom("a", "É", "1", "_", ":", "$", "-", "/", " ", "\n", "😀", "\ud800"),
  });
  fc.assert(
    fc.property(anyText, fc.constantFrom<TypeGrammar>("own", "ecosystem"), (text, grammar) => {
      try {
        return printTypeToken(parseTypeToken(text, { grammar })) === text;
      } catch (error) {
        if (!isDiagnosticError(error)) throw error;
        const column = Number(/^Column (\d+) /.exec(error.diagnostics[0]!.detail)![1]);
        return column >= 1 && column <= text.length + 1;
      }
    }),
  );
});

describe("what is no type token", () => {
  test.each<[text: string, grammar: TypeGrammar, column: number, problem: string]>([
    ["", "own", 1, "the package is missing"],
    ["Site", "own", 5, 'needs a ":" after its package'],
    [":Site", "own", 1, "the package is missing"],
    ["shop:", "own", 6, "the type name is missing"],
    ["shop::Site", "own", 6, "the module is missing"],
    ["shop:web:", "own", 10, "the type name is missing"],
    ["shop:web:Site:x", "own", 14, "at most three parts"],
    ["1shop:Site", "own", 1, 'begins with "1"'],
    ["shop:_web:Site", "own", 6, 'begins with "_"'],
    ["azure-native:storage:Account", "own", 6, '"-" is not allowed in the package'],
    ["shop:web:My Site", "own", 12, '" " is not allowed in the type name'],
    ["shop:web:Site😀", "own", 14, '"😀" is not allowed in the type name'],
    ["shop:web:Site ", "own", 14, '" " is not allowed in the type name'],
    ["shop:web:Site\n", "own", 14, '"\\n" is not allowed in the type name'],
    ["shop:web:A$shop:web:B", "own", 11, '"$" is not allowed'],
    ["a:b:c:d:e", "ecosystem", 6, "at most three parts"],
    ["Bucket", "ecosystem", 7, 'needs a ":" after its package'],
    ["aws::Bucket", "ecosystem", 5, "the module is missing"],
    ["aws:s3/bucket:$Bucket", "ecosystem", 15, '"$" is not allowed in the type name'],
    ["aws:s3\u0000:Bucket", "ecosystem", 7, '"\\u0000" is not allowed in the module'],
    ["aws:s3:\ud800", "ecosystem", 8, '"\\ud800" is not allowed in the type name'],
  ])("%j (%s)", (text, grammar, column, words) => {
    const { code, detail, hint } = refusal(text, grammar);
    expect(code).toBe("model/malformed-type-token");
    expect(detail).toContain(`Column ${column} of`);
    expect(detail).toContain(words);
    expect(hint).toBeDefined();
  });
});

function refusal(text: string, grammar: TypeGrammar): Diagnostic {
  try {
    parseTypeToken(text, { grammar });
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics[0]!;
    throw error;
  }
  throw new Error(`${JSON.stringify(text)} was accepted`);
}
