import {
  objectKey,
  type Diagnostic,
  type ObjectRow,
  type PlannedDelete,
  type Stored,
} from "../../model/index.js";
import type { ConfiguredProvider, ProviderCall } from "../../provider/contract/index.js";
import type { Limiter } from "../../std/limiter.js";
import { accepted } from "../providers/accepted.js";

export interface PlanDeletePorts {
  readonly limiter: Limiter;
  readonly call: (urn: string) => ProviderCall;
  /** The plans of interrupted deletes, by object. A delete that is still wanted is performed as it was planned. */
  readonly interruptedDeletes: ReadonlyMap<string, PlannedDelete>;
}

/** A delete to plan: the object as recorded, and as found if it was read. */
export interface DeleteToPlan {
  readonly urn: string;
  readonly object: ObjectRow;
  readonly observed: Stored | undefined;
}

/**
 * Returns a provider's plan for the delete of an object; undefined if the provider plans none, or cannot be called yet.
 * Throws a refusal as a DiagnosticError, after adding its diagnostics to `refusals`.
 */
export async function planDelete(
  provider: ConfiguredProvider,
  { urn, object, observed }: DeleteToPlan,
  { limiter, call, interruptedDeletes }: PlanDeletePorts,
  refusals: Set<Diagnostic>,
): Promise<PlannedDelete | undefined> {
  const begun = interruptedDeletes.get(objectKey(object.rid, object.generation));
  if (begun !== undefined) return begun;
  if (provider.planDelete === undefined || !provider.ready) return undefined;
  const request = { prior: object.stored, ...(observed && { observed }) };
  const planned = await limiter.run((aside) => provider.planDelete!({ ...call(urn), aside }, request));
  if ("kind" in planned) for (const each of planned.diagnostics) refusals.add(each);
  return accepted(planned);
}
