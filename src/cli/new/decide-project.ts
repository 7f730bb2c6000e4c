import { mergeManifest, type ProjectManifest } from "./merge-manifest.js";
import type { FolderContents } from "./read-folder.js";
import type { ProjectFile } from "./template.js";

/** What making a project comes to. With anything in the way, nothing is to be written. */
export interface ProjectDecision {
  readonly writes: readonly FileWrite[];
  /** Paths that something else is at. */
  readonly inTheWay: readonly string[];
  /** Files that are there and do instead. */
  readonly kept: readonly string[];
  /** What package.json has that is other than what the template has. */
  readonly keptSettings: readonly string[];
}

export interface FileWrite extends ProjectFile {
  /** The text that is there now, if the new one has it in it. */
  readonly before?: string;
}

/**
 * What a template would write into a folder: what is there is never overwritten. `package.json` and `.gitignore` get
 * what they lack, a readme stays the one that there is, and a file that is the same already is no problem.
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

/** The text with those lines of another that it lacks. */
function withLines(text: string, other: string): string {
  const own = new Set(text.split("\n").map((line) => line.trim()));
  const missing = other.split("\n").filter((line) => line !== "" && !own.has(line));
  if (missing.length === 0) return text;
  return `${text === "" || text.endsWith("\n") ? text : `${text}\n`}${missing.join("\n")}\n`;
}
