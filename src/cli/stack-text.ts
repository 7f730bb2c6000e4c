import type { HistoryEntry, StackEntry } from "../operations/index.js";
import type { Json } from "../model/index.js";
import type { Look } from "../render/index.js";
import { elapsedText } from "../render/progress/index.js";
import { tableText } from "./table-text.js";

/** Returns a stack as JSON. */
export function stackData(entry: StackEntry, usual: string): Json {
  const { stack, resources, lastRun, lockedBy, problem } = entry;
  const [name, namespace] = stack.split(":");
  return {
    stack,
    name: name!,
    ...(namespace !== undefined && { namespace }),
    isUsual: stack === usual,
    ...(resources !== undefined && { resources }),
    ...(lastRun !== undefined && { lastRun: historyData(lastRun) }),
    ...(lockedBy !== undefined && {
      lockedBy: {
        runId: lockedBy.runId,
        command: lockedBy.command,
        user: lockedBy.user,
        host: lockedBy.host,
      },
    }),
    ...(problem !== undefined && { problem: { code: problem.code, detail: problem.detail } }),
  };
}

/** Returns a table of stacks. An asterisk marks the default stack. */
export function stacksText(entries: readonly StackEntry[], usual: string): string {
  if (entries.length === 0) return "There are no stacks yet. The first apply creates one.\n";
  const heads = ["", "stack", "resources", "last run", "", "by", ""];
  return tableText([heads, ...entries.map((entry) => stackRow(entry, usual))]);
}

function stackRow({ stack, resources, lastRun, lockedBy, problem }: StackEntry, usual: string): string[] {
  const start = [stack === usual ? "*" : "", stack];
  if (problem !== undefined) return [...start, "?", `${problem.code}: ${problem.summary}`];
  const last =
    lastRun === undefined
      ? ["never", "", ""]
      : [
          timeText(lastRun.begunAt),
          `${lastRun.command} ${lastRun.result ?? "did not finish"}`,
          lastRun.actor,
        ];
  return [...start, String(resources), ...last, lockedBy === undefined ? "" : `locked by ${lockedBy.runId}`];
}

/** Returns a run as JSON. */
export function historyData(run: Omit<HistoryEntry, "result"> & { readonly result?: string }): Json {
  const { runId, command, actor, host, version, begunAt, endedAt, result, durationMs, summary } = run;
  const { changes, drift } = run;
  return {
    runId,
    command,
    actor,
    ...(host !== undefined && { host }),
    ...(version !== undefined && { version }),
    begunAt,
    ...(endedAt !== undefined && { endedAt }),
    ...(result !== undefined && { result }),
    ...(durationMs !== undefined && { durationMs }),
    summary: summary ?? {},
    ...(drift !== undefined && { drift: { ...drift } }),
    ...(changes !== undefined && { changes: changes.map((change) => ({ ...change })) }),
  };
}

/** Returns a table of runs, newest first: time, command, user, result, duration and number of changes. */
export function historyText(runs: readonly HistoryEntry[], look: Look): string {
  if (runs.length === 0) return "This stack has no runs yet.\n";
  const lines = tableText(runs.map(runRow)).split("\n");
  return runs.map(({ changes = [] }, index) => `${lines[index]}\n${changesText(changes, look)}`).join("");
}

function runRow({
  begunAt,
  command,
  actor,
  result,
  durationMs,
  summary = {},
  drift,
}: HistoryEntry): string[] {
  const found = { drifted: drift?.changed ?? 0, missing: drift?.gone ?? 0 };
  const counts = Object.entries({ ...summary, ...found })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  const took = durationMs === undefined ? "" : elapsedText(durationMs);
  return [timeText(begunAt), command, actor, result, took, counts.join(", ")];
}

function changesText(changes: NonNullable<HistoryEntry["changes"]>, look: Look): string {
  const rows = changes.map(({ urn, action, result, from }) => [
    result === undefined || result === "ok" ? action : `${action} ${result}`,
    from === undefined ? urn : `${from} -> ${urn}`,
  ]);
  return tableText(rows)
    .split("\n")
    .map((line) => (line === "" ? "" : `    ${look.paint("faint", line)}\n`))
    .join("");
}

/** Returns a time to the second, in UTC: `2030-01-01 10:00:00Z`. */
function timeText(time: string): string {
  return time.replace("T", " ").replace(/(\.\d+)?Z$/, "Z");
}
