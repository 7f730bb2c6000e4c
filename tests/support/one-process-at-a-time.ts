import { readlinkSync, rmSync, symlinkSync } from "node:fs";

/**
 * Runs `work` while no other process of this machine runs work under the same lock. It waits without a time limit, and
 * takes the lock over from a process that died. Two processes may take it over at once, so `work` must stay correct, if
 * slower, when it runs twice.
 */
export function oneProcessAtATime<Result>(lock: string, work: () => Result): Result {
  while (!acquired(lock)) {
    if (!isAlive(holderOf(lock))) rmSync(lock, { force: true });
    else Atomics.wait(sleeper, 0, 0, 100);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Makes a link that names this process: a link is created together with its text. */
function acquired(lock: string): boolean {
  try {
    symlinkSync(String(process.pid), lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function holderOf(lock: string): number | undefined {
  try {
    return Number(readlinkSync(lock));
  } catch {
    return undefined;
  }
}

/** Whether the process runs. Without a holder the lock was just released. */
function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
