/**
 * Bad input for what reads a text alone, from `corpus/parsers.json`: a process for each would be dear. An entry names the
 * parser, the text, and the code of the diagnostic that refuses it. Without one it is a good text, however it looks, and
 * where its parser has a printer it prints as it was.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { momentOf } from "../../src/cli/moment.js";
import { count } from "../../src/cli/request.js";
import { configValueOf, keyFault, notAKey } from "../../src/engine/config/index.js";
import { parseConfig } from "../../src/engine/config/parse-config.js";
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
import { deploymentFileOf, parseMoves } from "../../src/state/index.js";
import { parseWrappedKeys } from "../../src/store/seal/index.js";
import { proved } from "../support/proof.js";
import type { Text } from "./corpus-entry.js";
import { textOf } from "./given-steps.js";

interface ParserEntry {
  readonly id: string;
  readonly what: string;
  readonly parser: string;
  readonly text: Text;
  readonly code?: string;
}

/** Reads the text, and gives it as it would be printed where there is a printer. Nothing: it is refused without a word. */
const parsers: Readonly<Record<string, (text: string) => string | true | undefined>> = {
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
  configuration: (text) => void parseConfig(text, "coconut.dev.json", "shop") ?? true,
  "config number": (text) => void configValueOf("size", text, "number") ?? true,
  "config json": (text) => void configValueOf("size", text, "json") ?? true,
  count: (text) => String(count(text, "--parallel", "plan")),
  moment: (text) => (momentOf(text, new Date(0)) === undefined ? undefined : true),
  moves: (text) => void parseMoves(text) ?? true,
  deployment: (text) => void deploymentFileOf(text) ?? true,
  "wrapped keys": (text) => (parseWrappedKeys(text) === undefined ? undefined : true),
};

const file = fileURLToPath(new URL("corpus/parsers.json", import.meta.url));
const { entries } = JSON.parse(readFileSync(file, "utf8")) as { readonly entries: readonly ParserEntry[] };
const figures = { texts: entries.length, refused: 0, taken: 0 };
afterAll(() => proved("bad-input-parsers", figures));

describe("texts that parsers are given", () => {
  test.each(entries)("$parser, $id: $what", ({ parser, text, code }) => {
    const given = textOf(text, new Map());
    const told = outcomeOf(() => parsers[parser]!(given));
    if (code === "none") expect(told).toBeUndefined();
    else if (code !== undefined) expect(told).toEqual({ code });
    else if (told !== true) expect(told).toBe(given);
    if (code === undefined) figures.taken++;
    else figures.refused++;
  });
});

/** What a parser gives, or the code that it refuses with; its words have to be short and printable. */
function outcomeOf(read: () => string | true | undefined): unknown {
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
        outcomeOf(() => void setAt(value, path, "polluted") ?? true);
        outcomeOf(() => void deleteAt(value, path) ?? true);
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
