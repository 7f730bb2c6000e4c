import { DiagnosticError, type Diagnostic } from "../../../model/index.js";
import { namedPlugins } from "../../../provider/host/index.js";
import type { NamedProgram } from "../../../provider/terraform/project/index.js";
import { nearestName } from "../../../std/nearest-name.js";
import { problem } from "../../diagnostics.js";

/** The kind of packages that can be installed, which is also the member of their entries in coconut.json. */
export const installedKind = "terraform";

/** A provider that coconut.json names. */
export interface NamedProvider {
  /** The name of the package: `tf_random`. */
  readonly name: string;
  /** The text of its entry. */
  readonly text: string;
  readonly program: NamedProgram;
}

/** Returns the providers that coconut.json names, sorted by name. Throws a DiagnosticError if an entry is malformed. */
export async function namedProviders(projectFolder: string): Promise<readonly NamedProvider[]> {
  const { namedProgram } = await import("../../../provider/terraform/project/index.js");
  return [...(await namedPlugins(projectFolder, installedKind))]
    .map(([name, text]) => ({ name, text, program: namedProgram(name, text) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the providers with these names, or all if there are none. Throws if coconut.json names no such provider. */
export function selectProviders(
  providers: readonly NamedProvider[],
  names: readonly string[],
): readonly NamedProvider[] {
  if (names.length === 0) return providers;
  return names.map((name) => {
    const found = providers.find((each) => each.name === name || each.name === `tf_${name}`);
    if (found !== undefined) return found;
    throw new DiagnosticError(
      notNamed(
        name,
        providers.map((each) => each.name),
      ),
    );
  });
}

function notNamed(name: string, known: readonly string[]): Diagnostic {
  const near = nearestName(name, known) ?? nearestName(`tf_${name}`, known);
  return problem("engine/provider-not-named", {
    detail: `coconut.json names no Terraform provider ${JSON.stringify(name)}.${near === undefined ? "" : ` Did you mean ${near}?`}`,
    hint:
      known.length === 0
        ? "Add one:\n    coco provider add hashicorp/random"
        : `It names: ${known.join(", ")}.`,
  });
}
