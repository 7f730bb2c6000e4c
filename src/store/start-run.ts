import type { JournalEvent } from "../model/index.js";
import type { Loaded } from "./load-state.js";
import type { Holder } from "./lock.js";
import type { LockedFile } from "./ports.js";
import { endOf, type DeadRun } from "./signs-of-life.js";
import { Run } from "./stack-run.js";
import type { RunRequest, RunRow } from "./store.js";

/** Takes the lock for a new run. Returns undefined if the stack has changed since it was read. */
export async function startRun(
  loaded: Loaded,
  request: RunRequest,
  dead: DeadRun | undefined,
  lockedFile: LockedFile | undefined,
): Promise<Run | undefined> {
  const { processes, now, randomBytes } = loaded.ports;
  const { command, actor, planDigest } = request;
  const epoch = loaded.head.epoch + 1;
  // The random part distinguishes two runs that begin concurrently: each must tell whether the committed records are
  // its own.
  const runId = `r-${epoch}-${Buffer.from(randomBytes(4)).toString("hex")}`;
  const version = loaded.ports.version?.();
  const row: RunRow = {
    ...request,
    runId,
    epoch,
    begunAt: now(),
    host: processes.self.host,
    ...(version !== undefined && { version }),
  };
  const holder: Holder = {
    ...processes.self,
    runId,
    command,
    since: row.begunAt,
    ...(lockedFile !== undefined && { lockedFile: lockedFile.file }),
    ...(lockedFile?.givesSigns && { givesSigns: true }),
  };
  const run = new Run(loaded, row, holder, dead, lockedFile);
  const events: JournalEvent[] = [
    ...(dead === undefined ? [] : [{ kind: "takeover", from: dead.holder.runId } as const]),
    { kind: "run-begin", command, actor, ...(planDigest !== undefined && { planDigest }) },
  ];
  const abandoned = dead?.row && { ...dead.row, endedAt: endOf(dead, now()), result: "abandoned" as const };
  const isOurs = await run.begin(events, [...(abandoned === undefined ? [] : [abandoned]), row]);
  return isOurs ? run : undefined;
}
