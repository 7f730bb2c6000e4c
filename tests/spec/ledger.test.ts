import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ledgerComplaints } from "./ledger-check.js";
import { documents, sentences } from "./sentences/index.js";
import type { Sentence } from "./sentences/sentence.js";
import { readSpecFiles } from "./spec-files.js";
import { specPage } from "./spec-page.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = readSpecFiles(root);
const pages = new Set(readdirSync(`${root}/docs/decisions`).map((name) => `docs/decisions/${name}`));

describe("the specification's sentences", () => {
  test("are numbered in order", () => {
    for (const document of documents) {
      const numbers = document.sentences.map((_, index) => `${document.number}.${index + 1}`);
      expect(document.sentences.map(({ id }) => id)).toEqual(numbers);
    }
  });

  test("are named by at most eight words, each name once", () => {
    expect(sentences.filter(({ title }) => title.split(" ").length > 8)).toEqual([]);
    for (const document of documents) {
      const titles = document.sentences.map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
    }
  });

  test("each have a test, an owner or a decision", () => {
    expect(ledgerComplaints(sentences, files, pages)).toEqual([]);
  });

  test("are what docs/spec.md shows (npm run docs:spec)", () => {
    expect(readFileSync(`${root}/docs/spec.md`, "utf8")).toBe(specPage(files));
  });
});

describe("the ledger complains", () => {
  const page = "docs/decisions/0001-a.md";
  const tested: Sentence = { id: "4.1", title: "One", says: "One.", shownBy: "test" };
  const owed: Sentence = { ...tested, id: "4.2", shownBy: "owed", owedTo: "lifecycle" };
  const decided: Sentence = { ...tested, id: "4.3", shownBy: "decision", decision: page };
  const { owedTo: _, ...owedToNobody } = owed;
  const { decision: __, ...undecided } = decided;

  test.each<[string, readonly Sentence[], Record<string, string>, readonly string[]]>([
    ["never about a healthy list", [tested, owed, decided], { "4.test.ts": `spec("4.1", f)` }, []],
    ["about a missing test", [tested], { "4.test.ts": `// spec("4.1", f)` }, ["4.1 has no test"]],
    ["about two tests", [tested], { "4.test.ts": `spec("4.1", f); spec("4.1", g)` }, ["4.1 has 2 tests"]],
    [
      "about an unknown number",
      [],
      { "4.test.ts": `spec("4.9", f)` },
      ["4.test.ts tests 4.9, which is not listed"],
    ],
    [
      "about the wrong file",
      [tested],
      { "1.test.ts": `spec("4.1", f)` },
      ["1.test.ts tests 4.1 of another document"],
    ],
    [
      "about a debt that is paid",
      [owed],
      { "4.a.test.ts": `spec("4.2", f)` },
      ["4.2 is tested: it is no longer owed"],
    ],
    ["about a debt to nobody", [owedToNobody], {}, ["4.2 is owed to nobody, or not owed"]],
    ["about a decision without a page", [undecided], {}, ["4.3 names no decision"]],
    [
      "about a page that is gone",
      [{ ...decided, decision: "docs/decisions/x.md" }],
      {},
      ["4.3: docs/decisions/x.md does not exist"],
    ],
  ])("%s", (_title, listed, texts, complaints) => {
    expect(ledgerComplaints(listed, new Map(Object.entries(texts)), new Set([page]))).toEqual(complaints);
  });
});
