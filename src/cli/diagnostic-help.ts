import { existsSync, readdirSync, readFileSync } from "node:fs";
import { nearestName } from "../std/nearest-name.js";
import { wrapWords } from "../std/wrap-words.js";
import { ownFolder } from "../std/own-package.js";
import { quotedWord, wrongUsage } from "./usage-problem.js";

/** Whether this looks like the code of a diagnostic. */
export function isDiagnosticCode(word: string): boolean {
  return word.includes("/");
}

/** What the reference says about a diagnostic, as lines for people; throws for one that it does not know. */
export function diagnosticHelp(code: string, width = usualWidth): string {
  const [folder = ""] = code.split("/");
  const section = sectionsIn(`${folder}.md`).get(code);
  if (section === undefined) throw noSuchCode(code);
  return `${code}\n${asText(section, Math.min(width, usualWidth))}\n`;
}

/** They go with the package. */
const pages = new URL("docs/reference/diagnostics/", ownFolder);
const usualWidth = 80;

function sectionsIn(page: string): ReadonlyMap<string, string> {
  const isPage = /^[a-z]+\.md$/.test(page) && existsSync(new URL(page, pages));
  const parts = isPage ? readFileSync(new URL(page, pages), "utf8").split(/^## /m).slice(1) : [];
  return new Map(
    parts.map((part) => {
      const end = part.indexOf("\n");
      return [part.slice(0, end), part.slice(end).trim()];
    }),
  );
}

/** Paragraphs are filled and code is set in; what only a browser can follow is left out. */
function asText(markdown: string, width: number): string {
  const blocks = markdown
    .split(/^```/m)
    .map((block, index) => (index % 2 === 0 ? prose(block, width) : code(block)));
  return blocks.filter((block) => block !== "").join("\n\n");
}

function prose(text: string, width: number): string {
  return text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/^\*([^*\n]+)\* \u2014 /m, "$1 — ")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) =>
      wrapWords(paragraph, width - 2)
        .map((line) => `  ${line}`)
        .join("\n"),
    )
    .join("\n\n");
}

function code(block: string): string {
  const [, ...lines] = block.trimEnd().split("\n");
  return lines.map((line) => `      ${line}`.trimEnd()).join("\n");
}

function noSuchCode(code: string) {
  // The index has a section for each of the others.
  const files = existsSync(pages) ? readdirSync(pages).filter((page) => page !== "index.md") : [];
  const near = nearestName(
    code,
    files.flatMap((page) => [...sectionsIn(page).keys()]),
  );
  const meant = near === undefined ? "" : ` It may be ${near}.`;
  return wrongUsage(`There is no diagnostic ${quotedWord(code)}.${meant}`);
}
