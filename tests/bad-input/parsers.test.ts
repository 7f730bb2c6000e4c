/**
 * Bad input for what reads a text alone, from `corpus/parsers.json`: a process for each would be dear. An entry names the
 * parser, the text, and the code of the diagnostic that refuses it. Without one it is a good text, however it looks, and
 * where its parser has a printer it prints as it was.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { parseTime } from "../../src/cli/parse-time.js";
import { count } from "../../src/cli/request.js";
import { configValueOf, keyFault, notAKey } from "../../src/project/index.js";
import { parseConfig } from "../../src/project/parse-config.js";
import {
  deleteAt,
  DiagnosticError,
  getAt,
  isDiagnosticError,
  isSecret,
  parseEnvironment,
  parsePropertyPath,
  parseType,
  parseTypeToken,
  parseUrn,
  printEnvironment,
  printPropertyPath,
  printType,
  printTypeToken,
  printUrn,
  secretOf,
  setAt,
  urnOf,
} from "../../src/model/index.js";
import { deploymentFileOf } from "../../src/state/deployment/index.js";
import { parseMoves } from "../../src/state/index.js";
import { parseWrappedKeys } from "../../src/store/seal/index.js";
import { counted, proved } from "../support/proof.js";
import type { Text } from "./corpus-entry.js";
import { textOf } from "./given-steps.js";

interface ParserEntry {
  readonly id: string;
  readonly what: string;
  readonly parser: string;
  readonly text: Text;
  readonly code?: string;
}

type Parser = (text: string) => string | undefined;

/** For what has no printer. */
function taking(read: (text: string) => unknown): Parser {
  return (text) => (read(text) === undefined ? undefined : text);
}

/** Reads a text and prints it again. Nothing: it is refused, and whoever asked says what to write instead. */
const parsers: Readonly<Record<string, Parser>> = {
  urn: (text) => printUrn(parseUrn(text)),
  "foreign urn": (text) => printUrn(parseUrn(text, { names: "foreign" })),
  "resource name": (name) => urnOf({ stack: "dev", project: "shop", types: ["shop:web:Site"], name }).name,
  "project name": (project) => urnOf({ stack: "dev", project, types: ["shop:web:Site"], name: "x" }).project,
  environment: (text) => printEnvironment(parseEnvironment(text)),
  "type token": (text) => printTypeToken(parseTypeToken(text)),
  "foreign type token": (text) => printTypeToken(parseTypeToken(text, { grammar: "ecosystem" })),
  path: (text) => printPropertyPath(parsePropertyPath(text)),
  "foreign path": (text) =>
    printPropertyPath(parsePropertyPath(text, { grammar: "ecosystem" }), { grammar: "ecosystem" }),
  type: (text) => printType(parseType(text)),
  "config key": (text) => {
    const fault = keyFault(text);
    if (fault !== undefined) throw new DiagnosticError(notAKey(fault));
    return text;
  },
  configuration: taking((text) => parseConfig(text, "coconut.dev.json", "shop")),
  "config number": taking((text) => configValueOf("size", text, "number")),
  "config json": taking((text) => configValueOf("size", text, "json")),
  count: (text) => String(count(text, "--parallel", "plan")),
  moment: taking((text) => parseTime(text, new Date(0))),
  moves: taking(parseMoves),
  deployment: taking(deploymentFileOf),
  "wrapped keys": taking(parseWrappedKeys),
};

const file = fileURLToPath(new URL("corpus/parsers.json", import.meta.url));
const { entries } = JSON.parse(readFileSync(file, "utf8")) as { readonly entries: readonly ParserEntry[] };
const figures = { texts: 0, textsRefused: 0, textsTaken: 0, violations: 0 };
afterAll(() => proved("bad-input", figures));

describe("texts that parsers are given", () => {
  test.each(entries)("$parser, $id: $what", async ({ parser, text, code }) => {
    const given = textOf(text, new Map());
    figures.texts++;
    await counted(figures, () => {
      const told = outcomeOf(() => parsers[parser]!(given));
      if (code === "none") expect(told).toBeUndefined();
      else if (code !== undefined) expect(told).toEqual({ code });
      else expect(told).toBe(given);
    });
    if (code === undefined) figures.textsTaken++;
    else figures.textsRefused++;
  });
});

/** What a parser gives, or the code that it refuses with; its words have to be short and printable. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    const { code, detail } = error.diagnostics[0]!;
    expect(detail.length).toBeLessThan(2000);
    return { code };
  }
}

describe("B58: paths to what all objects have lead to data alone", () => {
  test.each(["__proto__.x", "constructor.prototype.x", "a.__proto__.x", '["__proto__"]["x"]'])(
    "%s",
    (text) => {
      const path = parsePropertyPath(text);
      for (const value of [{}, { a: {} }, [], "text", null]) {
        outcomeOf(() => setAt(value, path, "polluted"));
        outcomeOf(() => deleteAt(value, path));
        expect(getAt(value, path)).toBeUndefined();
      }
      expect(({} as { x?: unknown }).x).toBeUndefined();
      expect((Object as { x?: unknown }).x).toBeUndefined();
    },
  );

  test("and data of that name is found", () => {
    const value = JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{"x":2}}}') as never;
    expect(getAt(value, parsePropertyPath("__proto__.x"))).toBe(1);
    expect(getAt(value, parsePropertyPath("constructor.prototype.x"))).toBe(2);
    const changed = setAt(value, parsePropertyPath("__proto__.x"), 3) as object;
    expect(JSON.stringify(changed)).toBe('{"__proto__":{"x":3},"constructor":{"prototype":{"x":2}}}');
    expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
  });
});

test("B59: what a path finds in a secret is secret", () => {
  const value = { account: secretOf({ password: "p", hosts: ["a"] }) };
  for (const text of ["account", "account.password", "account.hosts[0]", "account.hosts[*]"]) {
    const found = getAt(value, parsePropertyPath(text));
    expect([text, isSecret(found) || (Array.isArray(found) && found.every(isSecret))]).toEqual([text, true]);
  }
  const changed = setAt(value, parsePropertyPath("account.password"), "q") as typeof value;
  expect(isSecret(changed.account)).toBe(true);
});
