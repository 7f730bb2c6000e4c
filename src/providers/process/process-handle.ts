import { setTimeout as delay } from "node:timers/promises";
import { bootId, startTimeOf, unknownStart } from "../../std/process-start.js";

/** One process, told from every later one that gets the same number. */
export interface ProcessHandle {
  readonly pid: number;
  /** When it began, and in which run of the machine. */
  readonly start: string;
}

/** Undefined if there is no such process, or if nobody can tell it from another. */
export function processHandle(pid: number): ProcessHandle | undefined {
  const started = startTimeOf(pid);
  if (started === undefined || started === unknownStart) return undefined;
  return { pid, start: `${(machine ??= bootId())} ${started}` };
}

let machine: string | undefined;

export function isProcessAlive(handle: ProcessHandle | undefined): boolean {
  return handle !== undefined && processHandle(handle.pid)?.start === handle.start;
}

/** Signals the process if it is still the same one. */
export function signalProcess(handle: ProcessHandle, signal: NodeJS.Signals): void {
  if (isProcessAlive(handle)) send(handle.pid, signal);
}

/** Resolves with whether it has ended within the time. */
export async function hasEnded(handle: ProcessHandle, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isProcessAlive(handle)) {
    if (performance.now() >= deadline) return false;
    await delay(pollMs);
  }
  return true;
}

/**
 * Ends the leader of a group and all that it started there: by `signal`, and after the time by force. What outlives
 * its leader is not waited for.
 */
export async function endGroup(
  leader: ProcessHandle,
  signal: NodeJS.Signals,
  timeoutMs: number,
): Promise<boolean> {
  if (!isProcessAlive(leader)) return true;
  send(-leader.pid, signal);
  await hasEnded(leader, timeoutMs);
  killGroup(leader);
  return hasEnded(leader, forceMs);
}

/** For a group whose leader lives, or has ended just now: its number is then not given to another one. */
export function killGroup({ pid }: ProcessHandle): void {
  send(-pid, "SIGKILL");
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

const pollMs = 25;
/** A process that is killed goes at once, unless the system holds it. */
const forceMs = 5000;
