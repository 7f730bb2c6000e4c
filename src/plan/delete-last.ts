import type { Step } from "../model/index.js";
import { groupBy } from "../std/group-by.js";
import { waitFor } from "./wait-for.js";

/** A step that only drops a record, because another resource has the same object. */
export interface Dropping {
  readonly step: string;
  /** The URN of that resource. */
  readonly inUseBy: string;
}

/**
 * Makes the delete of an object wait until the other records of that object are dropped. By then, everything that
 * depends on the object through those records has moved away or is gone. A delete does not wait for a drop that
 * waits for it.
 */
export function deleteLast(steps: readonly Step[], dropping: readonly Dropping[]): readonly Step[] {
  if (dropping.length === 0) return steps;
  const byKeeper = groupBy(dropping, ({ inUseBy }) => inUseBy);
  return waitFor(steps, ({ urn, action }) =>
    action === "delete" ? (byKeeper.get(urn) ?? []).map(({ step }) => step) : [],
  );
}
