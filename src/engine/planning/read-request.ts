import type { ObjectRow } from "../../model/index.js";
import type { ReadRequest } from "../../provider/contract/index.js";

/** The request for an object whose drift matters: a stale read soon after its last change is asked for again. */
export function readRequest(
  { stored, baseline }: Pick<ObjectRow, "stored" | "baseline">,
  { createdAt, modifiedAt = createdAt }: ObjectRow,
): ReadRequest {
  return { prior: stored, baseline, changedAt: modifiedAt };
}
