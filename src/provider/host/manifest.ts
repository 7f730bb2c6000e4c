import { join } from "node:path";
import { DiagnosticError } from "../../model/index.js";
import { readTextFile } from "../../std/read-text-file.js";
import { problem } from "./diagnostics.js";
import { isJsonObject, JSON } from "../../std/plain-json.js";

export type Manifest = { readonly [key: string]: unknown };

/** Reads a JSON file that contains an object; undefined if the file does not exist. */
export async function readManifest(file: string): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = readTextFile(file);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw malformed(file, `It cannot be read: ${(error as Error).message}.`);
  }
  const manifest = parse(file, text);
  if (isJsonObject(manifest)) return manifest;
  throw malformed(file, "It must contain a JSON object.");
}

/** Returns the names of all dependencies in a project's package.json, of every kind. */
export function directDependencies(manifest: Manifest): readonly string[] {
  const lists = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
  const names = lists.flatMap((list) => (isJsonObject(manifest[list]) ? Object.keys(manifest[list]) : []));
  return [...new Set(names)];
}

/** Returns the modules in `packages` of the project file: the path of a module or an npm package, by package name. */
export function namedPackages(file: string, manifest: Manifest): ReadonlyMap<string, string> {
  return new Map(
    entriesOf(file, manifest).flatMap(([name, entry]) => (typeof entry === "string" ? [[name, entry]] : [])),
  );
}

/**
 * Returns the plugins of one kind in `packages` of the project file: the text that the kind finds them by, by package name.
 *
 * ```json
 * { "packages": { "tf_random": { "terraform": "./bin/terraform-provider-random" } } }
 * ```
 */
export async function namedPlugins(
  projectFolder: string,
  kind: string,
): Promise<ReadonlyMap<string, string>> {
  const file = join(projectFolder, "coconut.json");
  const entries = entriesOf(file, (await readManifest(file)) ?? {});
  return new Map(
    entries.flatMap(([name, entry]) =>
      typeof entry !== "string" && Object.hasOwn(entry, kind) ? [[name, entry[kind]!]] : [],
    ),
  );
}

type Entry = string | { readonly [kind: string]: string };

function entriesOf(
  file: string,
  { packages = {} }: Manifest,
): readonly (readonly [name: string, entry: Entry])[] {
  if (!isJsonObject(packages)) throw malformed(file, '"packages" must be an object.');
  return Object.entries(packages).map(([name, entry]) => {
    if (isEntry(entry)) return [name, entry] as const;
    throw malformed(
      file,
      `packages.${name} must be the path of a module, the name of an npm package, or an object with the kind and the source of a plugin.`,
    );
  });
}

function isEntry(entry: unknown): entry is Entry {
  if (!isJsonObject(entry)) return isName(entry);
  const sources = Object.values(entry);
  return sources.length === 1 && sources.every(isName);
}

function isName(text: unknown): text is string {
  return typeof text === "string" && text !== "";
}

export function malformed(file: string, fault: string, hint = projectHint): DiagnosticError {
  return new DiagnosticError(
    problem("provider/malformed-manifest", { detail: `${file} is invalid. ${fault}`, hint }),
  );
}

const projectHint =
  'Declare packages like this:\n    { "packages": { "disk": "./providers/disk.ts", "cloud": "@acme/cloud", "tf_random": { "terraform": "./bin/terraform-provider-random" } } }';

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(file, `It is not valid JSON: ${(error as Error).message}.`);
  }
}
