import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DiagnosticError } from "../../model/index.js";
import { malformed, readManifest, type Manifest } from "./manifest.js";
import { isJsonObject } from "../../std/plain-json.js";

/** An npm package that is installed for the project. */
export interface InstalledPackage {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * Finds a package in `node_modules` of the project folder and of every parent folder, like Node.js. A parent folder
 * that is the package itself takes precedence, because examples refer to the package that contains them. `top` is the
 * last parent folder to search.
 */
export async function installedPackage(
  name: string,
  projectFolder: string,
  top?: string,
): Promise<InstalledPackage | undefined> {
  for (let folder = projectFolder; ; folder = dirname(folder)) {
    // An unreadable package.json above the project is not the package that we look for.
    const around = await readManifest(join(folder, "package.json")).catch(() => undefined);
    if (around?.["name"] === name) return { name, folder, manifest: around };
    const found = join(folder, "node_modules", name);
    const manifest = await readManifest(join(found, "package.json"));
    if (manifest !== undefined) return { name, folder: found, manifest };
    if (folder === top || dirname(folder) === folder) return undefined;
  }
}

/**
 * Returns the running copy of Coconut, whose bundled packages are available even if the project does not depend on it.
 * Undefined if the code runs outside its npm package.
 */
export function runningPackage(): Promise<InstalledPackage | undefined> {
  return installedPackage(ownName, dirname(fileURLToPath(import.meta.url)));
}

export const ownName = "@coconut/coconut";

/** Returns the module of an npm package with the provider of package `name`; undefined if it declares none. */
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

/** Returns the names of the packages that an npm package declares. */
export function claimedNames({ manifest }: Pick<InstalledPackage, "manifest">): readonly string[] {
  const { coconut } = manifest;
  if (!isJsonObject(coconut)) return [];
  const { package: one, packages } = coconut;
  return [
    ...(typeof one === "string" ? [one] : []),
    ...(isJsonObject(packages) ? Object.keys(packages) : []),
  ];
}

/** Returns the error for a package.json that does not declare its providers correctly. */
export function malformedPackage(folder: string, fault: string): DiagnosticError {
  const hint =
    'Install another version of the package. If the package is yours, declare where its providers are:\n    { "coconut": { "packages": { "disk": "./dist/disk.js" } } }';
  return malformed(join(folder, "package.json"), fault, hint);
}

function isModule(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
