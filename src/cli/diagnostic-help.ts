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
  ["apply/left-open", "apply/interrupted"],
  ["apply/not-begun", "apply/not-started"],
  ["cli/files-in-the-way", "cli/files-exist"],
  ["cli/folder-taken", "cli/unusable-folder"],
  ["cli/no-such-setting", "cli/no-such-config-key"],
  ["cli/project-name", "cli/invalid-project-name"],
  ["cli/settings-kept", "cli/package-json-differs"],
  ["cli/unreadable-file", "cli/file-access"],
  ["engine/hooks-lost", "engine/delete-hooks-missing"],
  ["engine/left-unplanned", "engine/interrupted-before-plan"],
  ["engine/many-gone", "engine/many-missing"],
  ["engine/needs-untouched", "engine/missing-dependency"],
  ["engine/not-offered", "engine/not-supported"],
  ["engine/nothing-left", "engine/deadlock"],
  ["engine/plan-file-unsettled", "engine/plan-file-interrupted"],
  ["engine/process-stays", "engine/process-not-terminated"],
  ["engine/replaced-under", "engine/replaced-while-in-use"],
  ["engine/under-way", "engine/in-progress"],
  ["model/path-leads-nowhere", "model/path-parent-missing"],
  ["plan/claimed-twice", "plan/alias-conflict"],
  ["plan/unfit-name", "plan/invalid-rename"],
  ["program/not-drained", "program/work-still-running"],
  ["provider/child-garbled", "provider/protocol-violation"],
  ["provider/child-silent", "provider/process-timeout"],
  ["provider/two-claims", "provider/ambiguous-package"],
  ["sdk/counted-name", "sdk/ambiguous-name"],
  ["sdk/nobody-answers", "sdk/invoke-without-engine"],
  ["state/record-misfit", "state/record-mismatch"],
  ["store/sealed-value", "store/undecryptable-secret"],
  ["store/taken-away", "store/deleted"],
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
