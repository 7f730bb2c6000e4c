import type { DeclaredDiagnostic } from "./declared-diagnostics.js";

/** A diagnostic with the exit code of the process. */
export interface EndingDiagnostic extends DeclaredDiagnostic {
  readonly exitCode: number;
}

/** The texts of the diagnostics pages, by name without suffix. */
export type Pages = ReadonlyMap<string, string>;

/**
 * Returns one page for each top folder, and an index page. Headings, summaries and order come from the code; the prose
 * comes from the written pages. A new code gets a section without prose; a removed code loses its section.
 */
export function diagnosticsPages(declared: readonly EndingDiagnostic[], written: Pages): Pages {
  const names = [...new Set(declared.map(({ code }) => folderOf(code)))];
  const folders = names.map(
    (name) => [name, declared.filter(({ code }) => folderOf(code) === name)] as const,
  );
  return new Map([
    ["index", indexPage(folders)],
    ...folders.map(([folder, its]) => [folder, folderPage(folder, its, written.get(folder) ?? "")] as const),
  ]);
}

/** Returns the faults of the pages: missing, outdated and superfluous sections. */
export function diagnosticsFaults(declared: readonly EndingDiagnostic[], written: Pages): readonly string[] {
  const known = new Set(declared.map(({ code }) => code));
  const sections = [...written].flatMap(([name, page]) =>
    name === "index" ? [] : [...sectionsOf(page).keys()].map((code) => ({ name, code })),
  );
  return [
    ...sections
      .filter(({ name, code }) => !known.has(code) || folderOf(code) !== name)
      .map(({ name, code }) => `${name}.md has a section ${code}, and there is no such diagnostic`),
    ...declared.flatMap((each) => sectionFaults(each, written.get(folderOf(each.code)) ?? "")),
    ...[...new Set(declared.map(({ code }) => folderOf(code)))]
      .filter((folder) => introductionOf(written.get(folder) ?? "") === "")
      .map((folder) => `${folder}.md does not say what it is about`),
  ];
}

function sectionFaults(diagnostic: EndingDiagnostic, page: string): readonly string[] {
  const { code } = diagnostic;
  const section = sectionsOf(page).get(code);
  if (section === undefined) return [`${code} has no section`];
  if (proseOf(section) === "") return [`${code} has no prose`];
  return section.startsWith(`${summaryLine(diagnostic)}\n`)
    ? []
    : [`${code} has another summary in the code`];
}

function indexPage(folders: readonly (readonly [string, readonly EndingDiagnostic[]])[]): string {
  const tables = folders.map(([folder, its]) =>
    [
      `## ${folder}/…`,
      "",
      "| code | says |",
      "|---|---|",
      ...its.map(({ code, summary }) => `| [\`${code}\`](${folder}.md#${anchorOf(code)}) | ${summary} |`),
    ].join("\n"),
  );
  return `${[introduction, ...tables].join("\n\n")}\n`;
}

const introduction = `# Diagnostics

A diagnostic is an error, a warning or a note. Each has a stable code. Search for the code here, or print its page with
\`coco help\`:

\`\`\`console
$ npx coco help store/locked
store/locked
  Stack is locked — error, exit code 3
…
\`\`\`

An error determines the [exit code](../exit-codes.md) of the process. See also the [JSON form](../json.md#a-diagnostic) of a
diagnostic.

\`npm run docs:reference\` makes the summaries and exit codes on these pages from the code.`;

function folderPage(folder: string, its: readonly EndingDiagnostic[], written: string): string {
  const sections = sectionsOf(written);
  const texts = its.map((each) => {
    const prose = proseOf(sections.get(each.code) ?? "");
    return [`## ${each.code}`, summaryLine(each), ...(prose === "" ? [] : [prose])].join("\n\n");
  });
  const head = [`# ${folder}/…`, introductionOf(written)].filter((part) => part !== "");
  return `${[...head, ...texts].join("\n\n")}\n`;
}

function summaryLine({ summary, severities, exitCode }: EndingDiagnostic): string {
  const as = severities.join(" or ");
  const end = severities.includes("error") ? `, exit code [${exitCode}](../exit-codes.md)` : "";
  return `*${summary}* — ${as}${end}`;
}

/** The text between the title of a page and its first section. */
function introductionOf(page: string): string {
  return page
    .split(/^## /m, 1)[0]!
    .replace(/^# .*\n/, "")
    .trim();
}

/** The text below each heading, by code. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const parts = page.split(/^## /m).slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf("\n");
      return [part.slice(0, end).trim(), `${part.slice(end).trim()}\n`];
    }),
  );
}

/** The section without its generated first line. */
function proseOf(section: string): string {
  return section.replace(/^\*[^*\n]+\* — .*\n/, "").trim();
}

function folderOf(code: string): string {
  return code.slice(0, code.indexOf("/"));
}

/** The anchor that GitHub and the site give the heading. */
function anchorOf(code: string): string {
  return code.replace("/", "");
}
