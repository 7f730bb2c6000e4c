import type { OpenIntent, RunEvent, Snapshot } from "../../model/index.js";
import { pause, type Timer } from "../../std/index.js";
import { systemProcesses, type RunningProcesses } from "./running-processes.js";

export interface WaitPorts {
  readonly processes: RunningProcesses;
  /** Waits between checks and keeps the Node process alive meanwhile. */
  readonly pauses: Timer;
  /** The time in ISO 8601. */
  readonly now: () => string;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** The signals that end a wait, and the event listener. Either signal ends it: nothing has started yet. */
export interface WaitOptions {
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly leave?: AbortSignal | undefined;
}

/** Returns the ports of a wait. Uses the processes of this machine by default. */
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
 * Waits until the process that an interrupted call started has ended. Terminates it at the deadline of the call.
 * `left`: the wait was ended first. `stays`: the process could not be terminated.
 */
export async function untilEnded(
  { action, deadline, process }: OpenIntent,
  urn: string,
  { processes, pauses, now, signal, onEvent }: WaitPorts,
): Promise<"ended" | "left" | "stays"> {
  const isRunning = () => process !== undefined && processes.isRunning(process);
  const isLate = () => Date.parse(now()) >= Date.parse(deadline);
  /** True if the process has ended or the wait was ended. */
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

/** Waits for the processes of all interrupted calls concurrently. */
export async function untilAllEnded({ open, resources }: Snapshot, ports: WaitPorts): Promise<void> {
  await Promise.all(
    [...open.values()].map((intent) => untilEnded(intent, resources.get(intent.rid)!.urn, ports)),
  );
}

const lookEveryMs = 100;
/** Time for a process to end after a signal. Scripts that `coco` terminates have the same time. */
const graceMs = 5000;
