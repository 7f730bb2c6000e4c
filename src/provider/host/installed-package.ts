import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DiagnosticError } from "../../model/index.js";
import { malformed, readManifest, type Manifest } from "./manifest.js";
import { isJsonObject } from "../../std/plain-json.js";

/** An npm package that is where the project finds it. */
export interface InstalledPackage {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * Looks in `node_modules` of the project folder and of every folder above it, as Node does. A folder above that is
 * the package itself comes before what is installed there: examples refer to the package that they are part of. With
 * `top`, which is the project folder or above it, nothing above that is looked at.
 */
export async function installedPackage(
  name: string,
  projectFolder: string,
  top?: string,
): Promise<InstalledPackage | undefined> {
  for (let folder = projectFolder; ; folder = dirname(folder)) {
    // What lies around the project and cannot be read is not what is looked for.
    const around = await readManifest(join(folder, "package.json")).catch(() => undefined);
    if (around?.["name"] === name) return { name, folder, manifest: around };
    const found = join(folder, "node_modules", name);
    const manifest = await readManifest(join(found, "package.json"));
    if (manifest !== undefined) return { name, folder: found, manifest };
    if (folder === top || dirname(folder) === folder) return undefined;
  }
}

/**
 * The copy of our own package that is running: what it bundles is there for projects too that do not list it.
 * Undefined where its files were taken out of the package.
 */
export function runningPackage(): Promise<InstalledPackage | undefined> {
  return installedPackage(ownName, dirname(fileURLToPath(import.meta.url)));
}

export const ownName = "@coconut/coconut";

/** Where in an npm package the provider of the package `name` is; undefined if it does not claim to have one. */
export function claimedModule(
  { folder, manifest }: Pick<InstalledPackage, "folder" | "manifest">,
  name: string,
): string | undefined {
  const { coconut } = manifest;
  if (!isJsonObject(coconut)) return undefined;
  const refuse = (fault: string) => malformedPackage(folder, fault);
  const { packages = {} } = coconut;
  if (!isJsonObject(packages)) throw refuse('"coconut.packages" must be an object.');
  if (Object.hasOwn(packages, name)) {
    if (isModule(packages[name])) return packages[name];
    throw refuse(`coconut.packages.${name} must be the path of a module.`);
  }
  if (coconut["package"] !== name) return undefined;
  if (isModule(coconut["provider"])) return coconut["provider"];
  throw refuse(
    `It does not declare where the provider is: "coconut": { "package": "${name}", "provider": "./provider.js" }`,
  );
}

/** The packages that an npm package claims to have the providers of. */
export function claimedNames({ manifest }: Pick<InstalledPackage, "manifest">): readonly string[] {
  const { coconut } = manifest;
  if (!isJsonObject(coconut)) return [];
  const { package: one, packages } = coconut;
  return [
    ...(typeof one === "string" ? [one] : []),
    ...(isJsonObject(packages) ? Object.keys(packages) : []),
  ];
}

/** A package.json that does not say, or says wrongly, where providers are. */
export function malformedPackage(folder: string, fault: string): DiagnosticError {
  const hint =
    'Install another version of the package. If the package is yours, declare where its providers are:\n    { "coconut": { "packages": { "disk": "./dist/disk.js" } } }';
  return malformed(join(folder, "package.json"), fault, hint);
}

function isModule(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
