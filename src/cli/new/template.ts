import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ownFolder } from "../../std/own-package.js";

export interface ListedTemplate {
  readonly name: string;
  /** What its manifest says of it. */
  readonly description: string;
}

/** A file of a project. Its path is from the project's folder, with slashes. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** What the package.json of a project is kept as. */
export const manifestTemplate = "package.template.json";

const folder = fileURLToPath(new URL("templates/", ownFolder));

/** The templates that this package brings along, the simplest first. */
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

/** The files of a template as they are kept, in the order of their paths. */
export function readTemplate(name: string): readonly ProjectFile[] {
  return filesIn(join(folder, name))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, name, path), "utf8") }));
}

/** What a run in a template's own folder leaves there is no part of it. */
function filesIn(folder: string, prefix = ""): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && !name.startsWith("."))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(folder, `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`],
    );
}
