import { manifestTemplate, type ProjectFile } from "./template.js";

/** The project name in templates. */
const placeholder = "my-project";

export interface TemplateValues {
  readonly name: string;
  /** Version of this package. */
  readonly version: string;
}

/** Returns the files of a template as they are written to a project. */
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

/** Files that have another name in the package: `npm pack` omits .gitignore files and treats a package.json specially. */
const names: ReadonlyMap<string, string> = new Map([
  ["gitignore", ".gitignore"],
  [manifestTemplate, "package.json"],
]);

const named = /(?:^|\/)(?:package\.json|README\.md|coconut\.json)$/;

/** Removes the description, which describes the template, and sets the version of this package. */
function fillManifest(text: string, version: string): string {
  const { description: _, ...manifest } = JSON.parse(text) as { readonly [field: string]: unknown };
  const fill = (key: string, value: unknown) => (key === ownName ? `^${version}` : value);
  return `${JSON.stringify(manifest, fill, 2)}\n`;
}

const ownName = "@coconut/coconut";
