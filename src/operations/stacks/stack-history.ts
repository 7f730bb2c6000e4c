import type { RunResult } from "../../model/index.js";
import { runChanges, type RunChange } from "../../state/index.js";
import type { RunRow, StackStore } from "../../store/internal.js";

export interface HistoryOptions {
  /** Maximum number of entries, newest first (default: all). */
  readonly limit?: number;
  /** Includes the resources that each run changed, which reads the whole journal. */
  readonly changes?: boolean;
}

export interface HistoryEntry extends Omit<RunRow, "result"> {
  /** `running`: in progress. `abandoned`: it died, even if no later run has noticed yet. */
  readonly result: RunResult | "running";
  /** Absent for a run that is in progress or died. */
  readonly durationMs?: number;
  /** Absent if not requested, or if the records of the run were pruned. */
  readonly changes?: readonly RunChange[];
}

/** Returns the runs of a stack, newest first. */
export async function stackHistory(
  store: Pick<StackStore, "history" | "read" | "journal">,
  { limit = Infinity, changes = false }: HistoryOptions = {},
): Promise<readonly HistoryEntry[]> {
  const { holder, snapshot } = await store.read();
  const runs = (await store.history()).toReversed().slice(0, limit);
  const wanted = new Set(runs.map(({ runId }) => runId));
  const journal = changes ? await store.journal() : [];
  const changed = changes ? runChanges(journal, wanted, snapshot) : undefined;
  const isKept = ({ epoch }: RunRow) => epoch >= (journal[0]?.epoch ?? Infinity);
  return runs.map((run) => ({
    ...run,
    result: run.result ?? (holder?.runId === run.runId ? "running" : "abandoned"),
    ...durationOf(run),
    ...(changed !== undefined && isKept(run) && { changes: changed.get(run.runId) ?? [] }),
  }));
}

/** The time at which a dead run was noticed is not its end. The clock may have been set back during a run. */
function durationOf({ begunAt, endedAt, result }: RunRow): { readonly durationMs?: number } {
  if (endedAt === undefined || result === "abandoned") return {};
  return { durationMs: Math.max(0, Date.parse(endedAt) - Date.parse(begunAt)) };
}
