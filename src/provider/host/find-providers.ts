import { existsSync } from "node:fs";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { nearestName } from "../../std/nearest-name.js";
import type { AnyProvider } from "../provider-brand.js";
import { problem } from "./diagnostics.js";
import { knownPackages } from "./known-packages.js";
import { loadProvider, providersIn, type Loading } from "./load-provider.js";

/**
 * Loads the provider of a package that the project knows by its name, or those that a file exports. Whatever keeps
 * them from being loaded is thrown as diagnostics.
 */
export async function findProviders(
  asked: { readonly file: string } | { readonly name: string },
  loading: Loading,
): Promise<readonly AnyProvider[]> {
  if ("file" in asked) {
    if (!existsSync(asked.file)) throw new DiagnosticError(noSuchFile(asked.file));
    return providersIn(loading, asked.file);
  }
  const known = await knownPackages(loading.projectFolder);
  const module = known.get(asked.name);
  if (module === undefined) throw new DiagnosticError(notKnown(asked.name, [...known.keys()]));
  return [await loadProvider(loading, asked.name, module, "The project knows it.")];
}

function notKnown(name: string, known: readonly string[]): Diagnostic {
  const near = nearestName(name, known);
  return problem("provider/package-not-found", {
    detail: `The project knows no package ${JSON.stringify(name)}.${near === undefined ? "" : ` It may be ${near}.`}`,
    hint: `It knows these: ${known.join(", ")}. A module is named by its path:\n    ./${name}.ts`,
  });
}

function noSuchFile(file: string): Diagnostic {
  return problem("provider/module-not-found", {
    detail: `There is no file ${file}.`,
    hint: "Check the name; it is taken from the folder that coco was started in.",
  });
}
