import { existsSync, readdirSync, readFileSync } from "node:fs";
import { nearestName } from "../std/nearest-name.js";
import { wrapWords } from "../std/wrap-words.js";
import { ownFolder } from "../std/own-package.js";
import { quotedWord, wrongUsage } from "./usage-problem.js";

/** True if a word looks like the code of a diagnostic. */
export function isDiagnosticCode(word: string): boolean {
  return word.includes("/");
}

/**
 * Returns the section of the reference about a diagnostic, as text. A former code finds the section of the current one.
 * Throws for an unknown code.
 */
export function diagnosticHelp(asked: string, width = usualWidth): string {
  const code = renamedCodes.get(asked) ?? asked;
  const [folder = ""] = code.split("/");
  const section = sectionsIn(`${folder}.md`).get(code);
  if (section === undefined) throw noSuchCode(code);
  const former = code === asked ? "" : ` (formerly ${asked})`;
  return `${code}${former}\n${asText(section, Math.min(width, usualWidth))}\n`;
}

/** Diagnostic codes that were renamed: the former code, then the current one. Logs and scripts may contain the former. */
export const renamedCodes: ReadonlyMap<string, string> = new Map([
  ["cli/files-in-the-way", "cli/files-exist"],
  ["cli/folder-taken", "cli/unusable-folder"],
  ["cli/no-such-setting", "cli/no-such-config-key"],
  ["cli/project-name", "cli/invalid-project-name"],
  ["cli/settings-kept", "cli/package-json-differs"],
  ["cli/unreadable-file", "cli/file-access"],
]);

/** The reference pages. They are part of the package. */
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

/** Converts Markdown to text: wraps paragraphs, indents code and drops link targets. */
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
  // The sections of the index are pages, not codes.
  const files = existsSync(pages) ? readdirSync(pages).filter((page) => page !== "index.md") : [];
  const near = nearestName(
    code,
    files.flatMap((page) => [...sectionsIn(page).keys()]),
  );
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  return wrongUsage(`Unknown diagnostic code ${quotedWord(code)}.${meant}`);
}
