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

/** Returns `packages` of the project file: a module or npm package for each package name. */
export function namedPackages(file: string, manifest: Manifest): ReadonlyMap<string, string> {
  const { packages = {} } = manifest;
  if (!isJsonObject(packages)) throw malformed(file, '"packages" must be an object.');
  const entries = Object.entries(packages).map(([name, module]): [string, string] => {
    if (typeof module === "string" && module !== "") return [name, module];
    throw malformed(file, `packages.${name} must be the path of a module or the name of an npm package.`);
  });
  return new Map(entries);
}

export function malformed(file: string, fault: string, hint = projectHint): DiagnosticError {
  return new DiagnosticError(
    problem("provider/malformed-manifest", { detail: `${file} is invalid. ${fault}`, hint }),
  );
}

const projectHint =
  'Declare packages like this:\n    { "packages": { "disk": "./providers/disk.ts", "cloud": "@acme/cloud" } }';

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(file, `It is not valid JSON: ${(error as Error).message}.`);
  }
}
