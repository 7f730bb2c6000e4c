import { isAbsolute, relative } from "node:path";
import type { Diagnostic, Severity } from "../../model/index.js";
import type { Look } from "../../render/index.js";

/**
 * Returns a GitHub Actions annotation for a diagnostic. GitHub resolves paths against the root of the repository, not
 * the current folder.
 */
export function annotation(
  { code, severity, summary, detail, hint, position }: Diagnostic,
  look: Pick<Look, "place">,
  repository: string | undefined = process.env["GITHUB_WORKSPACE"],
): string {
  const where = position && {
    file: fileIn(repository, position.file) ?? look.place(position.file),
    line: String(position.line),
    col: String(position.column),
  };
  const properties = Object.entries({ ...where, title: `${code}: ${summary}` })
    .map(([name, value]) => `${name}=${escapeProperty(value)}`)
    .join(",");
  const message = hint === undefined ? detail : `${detail}\n${hint}`;
  return `::${commands[severity]} ${properties}::${escapeData(message)}\n`;
}

const commands: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", note: "notice" };

function fileIn(repository: string | undefined, file: string): string | undefined {
  if (repository === undefined || repository === "" || !isAbsolute(file)) return undefined;
  const way = relative(repository, file);
  return way.startsWith("..") || isAbsolute(way) ? undefined : way;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
