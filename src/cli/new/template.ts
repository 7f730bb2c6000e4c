import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ownFolder } from "../../std/own-package.js";

export interface ListedTemplate {
  readonly name: string;
  /** The description in its package.json. */
  readonly description: string;
}

/** A file of a project. Its path is relative to the project folder, with slashes. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** Name of the package.json in a template. */
export const manifestTemplate = "package.template.json";

const folder = fileURLToPath(new URL("templates/", ownFolder));

/** Returns the templates of this package, the simplest first. */
export function listTemplates(): readonly ListedTemplate[] {
  const rank = (name: string) => (simplest.includes(name) ? simplest.indexOf(name) : simplest.length);
  return readdirSync(folder)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((name) => ({ name, description: descriptionOf(name) }));
}

const simplest = ["hello", "web"];

function descriptionOf(name: string): string {
  const manifest = readFileSync(join(folder, name, manifestTemplate), "utf8");
  return (JSON.parse(manifest) as { description: string }).description;
}

/** Returns the files of a template, unchanged and sorted by path. */
export function readTemplate(name: string): readonly ProjectFile[] {
  return filesIn(join(folder, name))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, name, path), "utf8") }));
}

/** Skips files that a run in the template folder creates. */
function filesIn(folder: string, prefix = ""): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && !name.startsWith("."))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(folder, `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`],
    );
}
