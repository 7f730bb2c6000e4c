import { setTimeout as sleep } from "node:timers/promises";

/**
 * Ends a process and all that it has started and not set free: asks first, and after a grace it insists. `leader` was
 * spawned detached, so it leads a group of its own.
 */
export async function endProcessGroup(leader: number): Promise<void> {
  if (!send(leader, "SIGTERM")) return;
  for (let waitedMs = 0; waitedMs < graceMs; waitedMs += pauseMs) {
    await sleep(pauseMs);
    if (!send(leader, 0)) return;
  }
  send(leader, "SIGKILL");
}

/** How long a script that is to end may take to clean up. */
const graceMs = 5000;
const pauseMs = 50;

/** False if nobody is there any more. */
function send(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}
