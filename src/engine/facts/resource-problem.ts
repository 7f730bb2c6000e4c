import {
  type Diagnostic,
  hushed,
  type ObjectRow,
  type Registration,
  type ResourceHandle,
  type Value,
} from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { valueText } from "../../render/index.js";

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
    detail: `So far, this stack has only read ${type} ${JSON.stringify(name)}. Managing it would allow the stack to change and delete it.`,
    hint: "Import it with the option `import`, or give the new resource a different name.",
    resource: urn,
    ...(position && { position }),
  });
}

/** `cycle` lists the resources in the order in which each depends on the next. */
export function resourceCycle(cycle: readonly Registration[]): Diagnostic {
  const [first] = cycle;
  return problem("engine/cycle", {
    detail: `Each resource depends on the next: ${cycle.map(({ type, name }) => `${type} ${JSON.stringify(name)}`).join(" -> ")}.`,
    hint: "Remove one of these dependencies, or compute a value without the other resource.",
    resource: first!.urn,
    ...(first!.position && { position: first!.position }),
    related: cycle
      .slice(0, -1)
      .map(({ name, position }) => ({ message: `${name} is declared here`, ...(position && { position }) })),
  });
}

/** A resource depends on another that does not exist and that this plan must not create. */
export function needsUntouched(
  { urn, type, name, position }: Registration,
  missing: ResourceHandle,
): Diagnostic {
  const label = `${missing.type} ${JSON.stringify(missing.name)}`;
  return problem("engine/missing-dependency", {
    detail: `${type} ${JSON.stringify(name)} depends on ${label}, which does not exist yet and which --target or --exclude leaves out.`,
    hint: `Add it as a target, or exclude the resources that depend on it:\n--target ${missing.urn}`,
    resource: urn,
    ...(position && { position }),
    related: [{ message: `${missing.urn} is not created`, resource: missing.urn }],
  });
}

/** A resource, and the position where the program declares it. */
export interface NamedPlace {
  readonly urn: string;
  readonly position?: Diagnostic["position"] | undefined;
}

/**
 * Returns the warning that an object is not deleted because the resource `by` uses it too. `will` in a plan; `was` in a
 * run that learned it from the result of a create.
 */
export function objectInUse(
  { urn, position }: NamedPlace,
  { stored: { id } }: ObjectRow,
  by: string,
  when: "will" | "was",
): Diagnostic {
  const owner = by === urn ? "it is the resource's current object" : `it is the current object of ${by}`;
  return problem("engine/object-in-use", {
    severity: "warning",
    detail: `The old object ${JSON.stringify(id)} ${when} not ${when === "will" ? "be " : ""}deleted, because ${owner}. Only its record is removed from state.`,
    hint: "If two resources manage the same object by mistake, remove one of them. If several objects of this type can have the same id, the provider must declare that:\n    uniqueIds: false",
    resource: urn,
    related: [{ message: `${by} uses the object`, resource: by }],
    ...(position && { position }),
  });
}

/** A value that has changed. */
export interface Difference {
  /** A property path, printed. */
  readonly path: string;
  readonly before: Value;
  readonly after: Value;
}

/** Returns a difference as a line of text. Masked on both sides if one is secret; nothing else is masked. */
export function differenceLine({ path, before, after }: Difference): string {
  return `${path}: ${shownBeside(before, after)} -> ${shownBeside(after, before)}`;
}

function shownBeside(value: Value, other: Value): string {
  const { shown } = hushed({ shown: value }, { shown: other });
  return shown === undefined ? "(none)" : valueText(shown, 120);
}
