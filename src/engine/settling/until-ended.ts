import type { OpenIntent, RunEvent, Snapshot } from "../../model/index.js";
import { pause, type Timer } from "../../std/index.js";
import { systemProcesses, type RunningProcesses } from "./running-processes.js";

export interface WaitPorts {
  readonly processes: RunningProcesses;
  /** Waits between looks, and keeps the Node process alive meanwhile. */
  readonly pauses: Timer;
  /** The time in ISO 8601. */
  readonly now: () => string;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** Who may end a wait, and who is told of it. Either signal ends it: nothing has been begun. */
export interface WaitOptions {
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly leave?: AbortSignal | undefined;
}

/** What a wait needs of a stack, with the processes of this machine unless it has others. */
export function waitPorts(
  {
    timer,
    pauses = timer,
    processes = systemProcesses,
    now,
  }: Pick<WaitPorts, "now"> & Partial<WaitPorts> & { readonly timer: Timer },
  { onEvent = () => {}, signal, leave }: WaitOptions,
): WaitPorts {
  const signals = [signal, leave].filter((each) => each !== undefined);
  return { processes, pauses, now, onEvent, signal: AbortSignal.any(signals) };
}

/**
 * Waits until the process that an interrupted call has started is no longer there: until the deadline of the call by
 * itself, then it is ended. `left`: the wait was ended first. `stays`: the process could not be ended.
 */
export async function untilEnded(
  { action, deadline, process }: OpenIntent,
  urn: string,
  { processes, pauses, now, signal, onEvent }: WaitPorts,
): Promise<"ended" | "left" | "stays"> {
  const isRunning = () => process !== undefined && processes.isRunning(process);
  const isLate = () => Date.parse(now()) >= Date.parse(deadline);
  /** Whether it has ended, or nobody waits for it any more. */
  const isOver = () => signal.aborted || !isRunning();
  if (process === undefined || isOver()) return isRunning() ? "left" : "ended";
  const { group } = process;
  if (!isLate()) onEvent({ kind: "waiting-for-process", urn, action, group, until: deadline });
  while (!isLate() && !isOver()) await pause(pauses, lookEveryMs, signal);
  if (!isOver()) onEvent({ kind: "ending", urn, action, group });
  for (const strength of ["SIGTERM", "SIGKILL"] as const) {
    if (isOver()) break;
    processes.signal(process, strength);
    for (let waitedMs = 0; waitedMs < graceMs && !isOver(); waitedMs += lookEveryMs)
      await pause(pauses, lookEveryMs, signal);
  }
  if (!isRunning()) return "ended";
  return signal.aborted ? "left" : "stays";
}

/** Waits for the processes of all interrupted calls at the same time. */
export async function untilAllEnded({ open, resources }: Snapshot, ports: WaitPorts): Promise<void> {
  await Promise.all(
    [...open.values()].map((intent) => untilEnded(intent, resources.get(intent.rid)!.urn, ports)),
  );
}

const lookEveryMs = 100;
/** What a process may take to end when it is told to; scripts that `coco` itself ends have the same time. */
const graceMs = 5000;
