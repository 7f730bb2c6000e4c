import type { ObjectRow, OpenIntent } from "../../model/index.js";
import type { RunRow } from "../../store/internal.js";

/**
 * When a run last gave a sign of life that may have sent a create, in ISO 8601: nothing was sent after that. Undefined
 * if that is not known. It is the end of the run, which for one that died is when it was last known to live; see
 * `startRun` of the store. A create that was repeated since may also have been sent by any later run.
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

/** The id of the run that began an operation. */
export function runOf(operation: string): string {
  return operation.slice(0, operation.lastIndexOf("."));
}
