import type { RunResult, RunSummary, StepTime } from "../model/index.js";
import type { RawRow } from "./raw/index.js";
import { authenticRow, refuseUnkeepable } from "./rows/index.js";
import type { DataKey } from "./seal/index.js";
import type { DriftCounts, RunRow } from "./store.js";
import { JSON } from "../std/plain-json.js";

/** Returns a run as a stored row, authenticated with the key. */
export function authenticRun(key: DataKey, run: RunRow): RawRow {
  const row = encodeRun(run);
  refuseUnkeepable(row);
  return authenticRow(key, "run", row);
}

export function encodeRun(run: RunRow): RawRow {
  return {
    run_id: run.runId,
    epoch: run.epoch,
    command: run.command,
    actor: run.actor,
    plan_digest: run.planDigest ?? null,
    begun_at: run.begunAt,
    ended_at: run.endedAt ?? null,
    result: run.result ?? null,
    // Formats before 3 have fixed columns, so further data about the end of a run is stored with the counts.
    summary: run.summary === undefined ? null : JSON.stringify({ ...run.summary, slowest: run.slowest }),
    host: run.host ?? null,
    version: run.version ?? null,
    drift: run.drift === undefined ? null : JSON.stringify(run.drift),
  };
}

export function decodeRun(row: RawRow): RunRow {
  const { plan_digest, ended_at, result, summary, host, version, drift } = row as {
    [column: string]: string | null;
  };
  return {
    runId: row["run_id"] as string,
    epoch: row["epoch"] as number,
    command: row["command"] as string,
    actor: row["actor"] as string,
    begunAt: row["begun_at"] as string,
    ...(plan_digest != null && { planDigest: plan_digest }),
    ...(ended_at != null && { endedAt: ended_at }),
    ...(result != null && { result: result as RunResult }),
    ...(summary != null && summaryOf(JSON.parse(summary))),
    ...(host != null && { host }),
    ...(version != null && { version }),
    ...(drift != null && { drift: JSON.parse(drift) as DriftCounts }),
  };
}

function summaryOf({ slowest, ...counts }: { readonly slowest?: readonly StepTime[] }): {
  readonly summary: RunSummary;
  readonly slowest?: readonly StepTime[];
} {
  return { summary: counts, ...(slowest !== undefined && { slowest }) };
}
