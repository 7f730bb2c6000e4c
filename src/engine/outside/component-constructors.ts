import { DiagnosticError, type Diagnostic, type Registration } from "../../model/index.js";
import type { ConstructComponent, Recorder } from "../../sdk/internal.js";
import { problem } from "../diagnostics.js";
import { providerOf } from "../facts/provider-of.js";
import { accepted } from "../providers/accepted.js";
import { checkVersion } from "../providers/check-version.js";
import type { PlainInvokes } from "./plain-invokes.js";

/** Returns a lookup for the functions that construct packaged components while the program runs. */
export function componentConstructors(
  invokes: PlainInvokes,
): (recorder: Recorder, component: Registration) => Promise<ConstructComponent> {
  return async (recorder, component) => {
    const { urn, type, options } = component;
    const loaded = accepted(await invokes.poolOf(recorder).packageOf(component));
    checkVersion(loaded, { who: type, version: options.version });
    const unconfigured = loaded.package.constructorOf?.(type);
    if (unconfigured !== undefined) return accepted(unconfigured);
    const providedBy = providerOf(component, loaded.record.name);
    const provider = await invokes.configured(recorder, loaded, { urn, type, providedBy });
    const construct = provider.constructorOf?.(type);
    if (construct === undefined) throw new DiagnosticError(noComponents(component, loaded.record.name));
    return accepted(construct);
  };
}

function noComponents({ urn, type }: Registration, packageName: string): Diagnostic {
  return problem("engine/not-supported", {
    detail: `The program creates a ${type}, but package ${packageName} has no components.`,
    hint: "Check the type and the version of the package.",
    resource: urn,
  });
}
