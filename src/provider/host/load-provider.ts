import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { npmPackageOf } from "../../std/npm-package-of.js";
import { shellWord } from "../../std/shell-word.js";
import { isProvider, type AnyProvider } from "../provider-brand.js";
import { problem } from "./diagnostics.js";
import {
  claimedModule,
  installedPackage,
  malformedPackage,
  ownName,
  runningPackage,
  type InstalledPackage,
} from "./installed-package.js";
import { isPath } from "./module-of.js";

/** Imports a module by the path of its file and returns its exports. */
export type LoadModule = (file: string) => Promise<object>;

export interface Loading {
  readonly projectFolder: string;
  /** Loads modules of the project, which may be TypeScript. */
  readonly loadLocal: LoadModule;
  readonly loadInstalled: LoadModule;
}

/**
 * Loads the provider of package `name` from a module: a path relative to the project folder, or an npm package. `why`
 * is a sentence for the error if the module is missing.
 */
export async function loadProvider(
  loading: Loading,
  name: string,
  module: string,
  why: string,
): Promise<AnyProvider> {
  if (!isPath(module)) {
    const npmPackage = npmPackageOf(module);
    const installed =
      (await installedPackage(npmPackage, loading.projectFolder)) ??
      (npmPackage === ownName ? await runningPackage() : undefined);
    if (installed === undefined) throw new DiagnosticError(notInstalled(npmPackage, why));
    return loadInstalledProvider(loading, name, installed);
  }
  const file = join(loading.projectFolder, module);
  if (!existsSync(file)) throw new DiagnosticError(moduleNotFound(module, why));
  return loadOwnProvider(loading, name, module, file);
}

/** Loads a provider from a file of the project. `module` is its name for messages. */
export async function loadOwnProvider(
  { loadLocal }: Loading,
  name: string,
  module: string,
  file: string,
): Promise<AnyProvider> {
  return providerIn(await load(loadLocal, file, module), name, module);
}

export async function loadInstalledProvider(
  { loadInstalled, projectFolder }: Loading,
  name: string,
  installed: InstalledPackage,
): Promise<AnyProvider> {
  const { name: module, folder } = installed;
  const entry = claimedModule(installed, name);
  if (entry === undefined) throw noClaim(name, installed);
  // Examples and tests are inside the folder of their package, which may not be built yet.
  const isOwn = join(projectFolder, "/").startsWith(join(folder, "/"));
  const hint = isOwn ? `Build the package in ${folder}:\n    npm run build` : undefined;
  return providerIn(await load(loadInstalled, join(folder, entry), module, hint), name, module);
}

/** Returns all providers that a file of the project exports. Throws if there is none. */
export async function providersIn({ loadLocal }: Loading, file: string): Promise<readonly AnyProvider[]> {
  const name = basename(file).replace(/\..*$/, "");
  const found = Object.values(await load(loadLocal, file, file)).filter(isProvider);
  if (found.length === 0) throw new DiagnosticError(noProvider(name, file, []));
  return [...new Set(found)];
}

async function load(load: LoadModule, file: string, module: string, hint?: string): Promise<object> {
  try {
    return await load(file);
  } catch (error) {
    throw new DiagnosticError(
      problem("provider/load-failed", {
        detail: `Importing ${module} (${file}) failed: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
        hint:
          hint ??
          (isPath(module)
            ? "Fix the module, then run the command again. State is unchanged."
            : `Reinstall the package, or install another version:\n    npm install ${npmPackageOf(module)}`),
      }),
    );
  }
}

function providerIn(exports: object, name: string, module: string): AnyProvider {
  const providers = [...new Set(Object.values(exports).filter(isProvider))];
  const [provider, another] = providers.filter((each) => each.package === name);
  if (provider === undefined) throw new DiagnosticError(noProvider(name, module, providers));
  if (another !== undefined) throw new DiagnosticError(twoClaims(name, [module, module]));
  return provider;
}

export function twoClaims(name: string, claims: readonly string[]): Diagnostic {
  return problem("provider/ambiguous-package", {
    detail: `${claims.join(" and ")} each define a provider of package ${name}, so a type that starts with ${name}: is ambiguous.`,
    hint: `Remove one of them, or choose one in coconut.json:\n    { "packages": { "${name}": "${claims[0]}" } }`,
  });
}

function noProvider(name: string, module: string, others: readonly AnyProvider[]): Diagnostic {
  const found =
    others.length === 0
      ? "It exports no provider"
      : `It exports ${others.map((each) => each.package).join(", ")}`;
  return problem("provider/no-provider", {
    detail: `${module} must export the provider of package ${name}. ${found}.`,
    hint: `Export the result of defineProvider:\n    export const ${name} = defineProvider({ package: "${name}", … })`,
  });
}

function noClaim(name: string, { folder }: InstalledPackage): DiagnosticError {
  const fault = `It does not declare where the provider of package ${name} is: "coconut": { "packages": { "${name}": "./provider.js" } }`;
  return malformedPackage(folder, fault);
}

export function notInstalled(module: string, why: string): Diagnostic {
  return problem("provider/package-not-installed", {
    detail: `The npm package ${module} is not installed. ${why}`,
    hint: `Install it, then run the command again. State is unchanged:\n    npm install ${shellWord(module)}`,
  });
}

export function moduleNotFound(module: string, why: string): Diagnostic {
  return problem("provider/module-not-found", {
    detail: `The project has no file ${module}. ${why}`,
    hint: "Restore the file from version control, or set the new location of the provider in coconut.json under packages. State is unchanged.",
  });
}
