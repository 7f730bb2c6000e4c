import type { Diagnostic, ObjectRow } from "../../model/index.js";
import { problem } from "../diagnostics.js";

/** A resource, and where the program makes it. */
export interface NamedPlace {
  readonly urn: string;
  readonly position?: Diagnostic["position"] | undefined;
}

/**
 * The warning that an object is not deleted because the resource `by` has it too: `will` by a plan, `was` by a run that
 * learned it from the answer to a create.
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
    detail: `The old object ${JSON.stringify(id)} ${when} not ${when === "will" ? "be " : ""}deleted, because ${owner}. Only its record leaves state.`,
    hint: "If two resources manage one object by mistake, remove one of them. If several objects of this type may have the same id, its provider has to say so:\n    uniqueIds: false",
    resource: urn,
    related: [{ message: `${by} has the object`, resource: by }],
    ...(position && { position }),
  });
}
