import { mergeManifest, type ProjectManifest } from "./merge-manifest.js";
import type { FolderContents } from "./read-folder.js";
import type { ProjectFile } from "./template.js";

/** The files that `coco new` will write. If `inTheWay` is not empty, nothing is written. */
export interface ProjectDecision {
  readonly writes: readonly FileWrite[];
  /** Paths of existing files or folders with other content. */
  readonly inTheWay: readonly string[];
  /** Existing files that are kept instead of those of the template. */
  readonly kept: readonly string[];
  /** Settings of package.json that differ from the template and are kept. */
  readonly keptSettings: readonly string[];
}

export interface FileWrite extends ProjectFile {
  /** Current text of an existing file that is extended. */
  readonly before?: string;
}

/**
 * Decides what a template writes into a folder. Existing files are never overwritten: `package.json` and `.gitignore` are
 * extended, an existing readme is kept, and a file with the same content is skipped.
 */
export function decideProject(
  files: readonly ProjectFile[],
  { entries, found, manifest }: FolderContents,
): ProjectDecision {
  const writes: FileWrite[] = [];
  const inTheWay: string[] = [];
  const kept: string[] = [];
  let keptSettings: readonly string[] = [];
  for (const { path, text } of files) {
    const there = found.get(path);
    const readme = path === "README.md" ? entries.find((name) => isReadme.test(name)) : undefined;
    if (readme !== undefined) kept.push(readme);
    else if (there === undefined) writes.push({ path, text });
    else if (there === "other") inTheWay.push(path);
    else if (path === "package.json") {
      const merged = mergeManifest(manifest ?? {}, JSON.parse(text) as ProjectManifest);
      keptSettings = merged.kept;
      const whole = `${JSON.stringify(merged.manifest, undefined, 2)}\n`;
      if (JSON.stringify(merged.manifest) !== JSON.stringify(manifest))
        writes.push({ path, text: whole, before: there.text });
    } else if (path === ".gitignore") {
      const whole = withLines(there.text, text);
      if (whole !== there.text) writes.push({ path, text: whole, before: there.text });
    } else if (there.text !== text) inTheWay.push(path);
  }
  return { writes, inTheWay, kept, keptSettings };
}

const isReadme = /^readme(?:\.\w+)?$/i;

/** Appends the missing lines of another text. */
function withLines(text: string, other: string): string {
  const own = new Set(text.split("\n").map((line) => line.trim()));
  const missing = other.split("\n").filter((line) => line !== "" && !own.has(line));
  if (missing.length === 0) return text;
  return `${text === "" || text.endsWith("\n") ? text : `${text}\n`}${missing.join("\n")}\n`;
}
