import { statSync } from "node:fs";
import { resolve } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../../model/index.js";
import { addressText, shortAddress, type ProviderAddress } from "../../../terraform/source/index.js";
import { problem } from "./diagnostics.js";
import { programIn } from "./provider-program.js";
import type { ProviderPlaces } from "./provider-places.js";

/**
 * Returns the program that `dev_overrides` names for a provider, with a warning; undefined if there is none. Throws a
 * DiagnosticError if the folder has no such program.
 */
export async function overriddenProgram(
  address: ProviderAddress,
  { configuration, configurationFile, projectFolder }: ProviderPlaces,
): Promise<{ readonly program: string; readonly warning: Diagnostic } | undefined> {
  const named = configuration.overrides.get(addressText(address));
  if (named === undefined) return undefined;
  const path = resolve(projectFolder, named);
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const program = isFile ? path : await programIn(path, address);
  const by = `dev_overrides in ${configurationFile ?? "the configuration of the command line"}`;
  if (program === undefined)
    throw new DiagnosticError(
      problem("provider/terraform-package", {
        detail: `${by} names ${path} for ${shortAddress(address)}, and there is no program terraform-provider-${address.type} in it.`,
        hint: "Build the provider into this folder, or remove the override.",
      }),
    );
  const warning = problem("provider/terraform-override", {
    severity: "warning",
    detail: `The provider ${shortAddress(address)} is ${program}, because of ${by}. Its version and hash are not checked.`,
    hint: "Remove the override to use the version in .terraform.lock.hcl.",
  });
  return { program, warning };
}
