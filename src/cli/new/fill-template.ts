import { manifestTemplate, type ProjectFile } from "./template.js";

/** The name that templates have for a project. */
const placeholder = "my-project";

export interface TemplateValues {
  readonly name: string;
  /** Of this package. */
  readonly version: string;
}

/** The files of a template as they stand in a project. */
export function fillTemplate(
  files: readonly ProjectFile[],
  { name, version }: TemplateValues,
): readonly ProjectFile[] {
  return files
    .map(({ path: keptAs, text }): ProjectFile => {
      const path = names.get(keptAs) ?? keptAs;
      if (!named.test(path)) return { path, text };
      const written = path.endsWith(".json") ? JSON.stringify(name).slice(1, -1) : name;
      const filled = text.replaceAll(placeholder, () => written);
      return { path, text: path === "package.json" ? fillManifest(filled, version) : filled };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Packing a package heeds a .gitignore wherever it lies and leaves it out; a package.json is that of the package. */
const names: ReadonlyMap<string, string> = new Map([
  ["gitignore", ".gitignore"],
  [manifestTemplate, "package.json"],
]);

const named = /(?:^|\/)(?:package\.json|README\.md|coconut\.json)$/;

/** The description is that of the template, and every version of ourselves is the one that runs. */
function fillManifest(text: string, version: string): string {
  const { description: _, ...manifest } = JSON.parse(text) as { readonly [field: string]: unknown };
  const fill = (key: string, value: unknown) => (key === ownName ? `^${version}` : value);
  return `${JSON.stringify(manifest, fill, 2)}\n`;
}

const ownName = "@coconut/coconut";
