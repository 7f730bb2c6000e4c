import type { RunResult } from "../../model/index.js";
import { runChanges, type RunChange } from "../../state/index.js";
import type { RunRow, StackStore } from "../../store/internal.js";

export interface HistoryOptions {
  /** The latest so many; all unless said. */
  readonly limit?: number;
  /** With the resources that each run changed, which takes reading the whole journal. */
  readonly changes?: boolean;
}

export interface HistoryEntry extends Omit<RunRow, "result"> {
  /** `running`: at this moment. `abandoned`: it died, also if no later run has found that out yet. */
  readonly result: RunResult | "running";
  /** Absent for what has not ended, or died. */
  readonly durationMs?: number;
  /** Absent where nobody asked, or where the records of the run are gone. */
  readonly changes?: readonly RunChange[];
}

/** The runs of a stack, the latest first. */
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

/** When a run that died was found is no end of it. The clock may have been set back meanwhile. */
function durationOf({ begunAt, endedAt, result }: RunRow): { readonly durationMs?: number } {
  if (endedAt === undefined || result === "abandoned") return {};
  return { durationMs: Math.max(0, Date.parse(endedAt) - Date.parse(begunAt)) };
}
