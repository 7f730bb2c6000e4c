import type { Plan } from "../../model/index.js";

export type ReplaceOrder = "create-first" | "delete-first";

/**
 * Returns the order of each replacement, by URN. It comes from the steps, because other resources may change it.
 */
export function replaceOrders({ changes, steps }: Plan): ReadonlyMap<string, ReplaceOrder> {
  const removals = new Map<string, string>();
  const first = new Set<string>();
  for (const { id, urn, action, replacement } of steps)
    if (replacement && (action === "delete" || action === "forget")) removals.set(urn, id);
  for (const { urn, action, replacement, after } of steps) {
    const removal = removals.get(urn);
    if (replacement && action === "create" && removal !== undefined && after.includes(removal))
      first.add(urn);
  }
  return new Map(
    changes
      .filter(({ action }) => action === "replace")
      .map(({ urn }) => [urn, first.has(urn) ? "delete-first" : "create-first"]),
  );
}
