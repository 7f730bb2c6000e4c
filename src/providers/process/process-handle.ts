import { setTimeout as delay } from "node:timers/promises";
import { bootId, startTimeOf, unknownStart } from "../../std/process-start.js";

/** Identifies a process, even if its pid is reused later. */
export interface ProcessHandle {
  readonly pid: number;
  /** The boot id of the machine and the start time of the process. */
  readonly start: string;
}

/** Returns undefined if there is no such process, or if it cannot be distinguished from a later one. */
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

/** Waits for the process to exit. Resolves to false on timeout. */
export async function hasEnded(handle: ProcessHandle, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isProcessAlive(handle)) {
    if (performance.now() >= deadline) return false;
    await delay(pollMs);
  }
  return true;
}

/**
 * Terminates a process group: sends `signal`, and SIGKILL after the timeout. Waits only for the leader. Resolves to
 * whether the leader has exited.
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

/** Kills a group whose leader is alive or has just exited, so that its number is not reused yet. */
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
/** A killed process exits immediately, unless the kernel blocks it. */
const forceMs = 5000;
