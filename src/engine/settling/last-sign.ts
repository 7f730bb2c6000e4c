import type { ObjectRow, OpenIntent } from "../../model/index.js";
import type { RunRow } from "../../store/internal.js";

/**
 * Returns the last time, in ISO 8601, at which a run that may have sent a create was alive: nothing was sent after
 * that. Undefined if it is not known. It is the end of the run; for a run that died, the last time it was known to be
 * alive (see `startRun` of the store). If the create was repeated since, any later run may have sent it too.
 */
export function lastSignOf(
  { operation }: Pick<OpenIntent, "operation">,
  { createKey }: Pick<ObjectRow, "createKey">,
  earlier: readonly Pick<RunRow, "runId" | "endedAt">[],
): string | undefined {
  const begun = earlier.findIndex(({ runId }) => operation.startsWith(`${runId}.`));
  if (begun === -1) return undefined;
  const senders = createKey === undefined ? [earlier[begun]!] : earlier.slice(begun);
  const ends = senders.map(({ endedAt }) => endedAt);
  return ends.includes(undefined) ? undefined : (ends as string[]).sort().at(-1);
}

/** Returns the id of the run that started an operation. */
export function runOf(operation: string): string {
  return operation.slice(0, operation.lastIndexOf("."));
}
