import type { Diagnostic, Registration, ResourceHandle } from "../../model/index.js";
import { problem } from "../diagnostics.js";

export function notFound(
  { urn, type, position }: Pick<Registration, "urn" | "type" | "position">,
  id: string,
): Diagnostic {
  return problem("engine/not-found", {
    detail: `There is no ${type} with the id ${JSON.stringify(id)}.`,
    hint: "Check the id, and that the provider's credentials can see the object.",
    resource: urn,
    ...(position && { position }),
  });
}

export function externalToManaged({ urn, type, name, position }: Registration): Diagnostic {
  return problem("engine/external-to-managed", {
    detail: `${type} ${JSON.stringify(name)} was only read by this stack until now. Managing it means that the stack may change and delete it.`,
    hint: "Take it over with the option `import`, or give the new resource another name.",
    resource: urn,
    ...(position && { position }),
  });
}

/** The members of the circle in the order in which each waits for the next. */
export function resourceCycle(cycle: readonly Registration[]): Diagnostic {
  const [first] = cycle;
  return problem("engine/cycle", {
    detail: `Each waits for the next: ${cycle.map(({ type, name }) => `${type} ${JSON.stringify(name)}`).join(" -> ")}.`,
    hint: "Take one of these uses away, or make a value known without the other resource.",
    resource: first!.urn,
    ...(first!.position && { position: first!.position }),
    related: cycle
      .slice(0, -1)
      .map(({ name, position }) => ({ message: `${name} is made`, ...(position && { position }) })),
  });
}

/** A resource needs another that does not exist, and that this plan may not make. */
export function needsUntouched(
  { urn, type, name, position }: Registration,
  missing: ResourceHandle,
): Diagnostic {
  const label = `${missing.type} ${JSON.stringify(missing.name)}`;
  return problem("engine/needs-untouched", {
    detail: `${type} ${JSON.stringify(name)} needs ${label}, which does not exist yet and is not among what this plan may touch.`,
    hint: `Make it a target too, or leave out what needs it:\n--target ${missing.urn}`,
    resource: urn,
    ...(position && { position }),
    related: [{ message: `${missing.urn} is not made`, resource: missing.urn }],
  });
}
