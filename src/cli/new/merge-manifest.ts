import { isJsonObject } from "../../std/plain-json.js";

export type ProjectManifest = { readonly [field: string]: unknown };

export interface MergedManifest {
  readonly manifest: ProjectManifest;
  /** Existing settings that differ from the template, such as `type` or `scripts.test`. */
  readonly kept: readonly string[];
}

/**
 * Adds the missing settings of a template to a package.json. Existing settings are kept. A package.json without name,
 * version and `private`, as `npm install` creates in an empty folder, also gets those of the template.
 */
export function mergeManifest(given: ProjectManifest, template: ProjectManifest): MergedManifest {
  const kept: string[] = [];
  const existing = Object.keys(given).some((field) => describing.has(field)) ? given : begun(given, template);
  const merged = new Map(Object.entries(existing));
  for (const [field, value] of Object.entries(template)) {
    const own = merged.get(field);
    if (describing.has(field)) {
      if (field === "name" && own === undefined) merged.set(field, value);
    } else if (isJsonObject(value) && (own === undefined || isJsonObject(own)) && listed.has(field)) {
      const entries = mergeEntries(field, own ?? {}, value, existing);
      kept.push(...entries.kept.map((key) => `${field}.${key}`));
      if (own !== undefined || Object.keys(entries.list).length > 0) merged.set(field, entries.list);
    } else if (own === undefined) merged.set(field, value);
    else if (JSON.stringify(own) !== JSON.stringify(value)) kept.push(field);
  }
  return { manifest: Object.fromEntries(merged), kept };
}

/** Fields that identify the package. An existing value is never changed. */
const describing: ReadonlySet<string> = new Set(["name", "version", "private"]);

function begun({ dependencies, ...given }: ProjectManifest, template: ProjectManifest): ProjectManifest {
  const described = Object.entries(template).filter(([field]) => describing.has(field));
  const peers = isJsonObject(template["peerDependencies"]) ? template["peerDependencies"] : {};
  // A peer dependency must not also be a dependency, or it would be installed twice.
  const own = isJsonObject(dependencies)
    ? Object.entries(dependencies).filter(([name]) => !Object.hasOwn(peers, name))
    : [];
  const rest = own.length === 0 ? [] : [["dependencies", Object.fromEntries(own)] as const];
  return Object.fromEntries([...described, ...Object.entries(given), ...rest]);
}

const listed: ReadonlySet<string> = new Set([
  "scripts",
  "dependencies",
  "peerDependencies",
  "devDependencies",
]);

function mergeEntries(
  field: string,
  own: ProjectManifest,
  template: ProjectManifest,
  existing: ProjectManifest,
) {
  const list = new Map(Object.entries(own));
  const kept: string[] = [];
  for (const [key, value] of Object.entries(template)) {
    const isThere = list.has(key) && list.get(key) !== noTest;
    if (field === "scripts") {
      if (isThere && list.get(key) !== value) kept.push(key);
    } else if (isNamed(key, field, existing)) continue;
    if (!isThere) list.set(key, value);
  }
  return { list: Object.fromEntries(list), kept };
}

/** The placeholder that `npm init` writes. */
const noTest = 'echo "Error: no test specified" && exit 1';

/** True if a package is already listed. Only a peer dependency may also be a development dependency. */
function isNamed(name: string, field: string, existing: ProjectManifest): boolean {
  const lists =
    field === "peerDependencies"
      ? ["dependencies", "peerDependencies"]
      : ["dependencies", "devDependencies", "optionalDependencies"];
  return lists.some((list) => isJsonObject(existing[list]) && Object.hasOwn(existing[list], name));
}
