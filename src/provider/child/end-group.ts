import { setTimeout as delay } from "node:timers/promises";

/** The timeouts for each stage of terminating a child, in milliseconds. */
export interface StopTimes {
  /** The time between asking it to exit and SIGTERM. */
  readonly politeMs: number;
  /** The time between SIGTERM and SIGKILL. */
  readonly termMs: number;
  /**
   * The time to wait after SIGKILL. A process that the kernel blocks, such as on an unresponsive disk, is given up
   * then.
   */
  readonly killMs: number;
}

export const stopTimes: StopTimes = { politeMs: 5000, termMs: 5000, killMs: 5000 };

export interface GroupPorts {
  /** Returns whether the group has no process left. */
  isGone(): boolean;
  send(signal: "SIGTERM" | "SIGKILL"): void;
}

/**
 * Terminates a process group with SIGTERM, then SIGKILL. Returns whether all of it is gone. Always returns eventually.
 */
export async function endGroup(group: GroupPorts, { termMs, killMs }: StopTimes): Promise<boolean> {
  for (const [signal, graceMs] of [
    ["SIGTERM", termMs],
    ["SIGKILL", killMs],
  ] as const) {
    if (group.isGone()) return true;
    group.send(signal);
    if (await untilGone(group, graceMs)) return true;
  }
  return false;
}

/** Waits for the group to be gone. Returns false on timeout. */
export async function untilGone({ isGone }: Pick<GroupPorts, "isGone">, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!isGone()) {
    if (performance.now() >= deadline) return false;
    await delay(lookEveryMs);
  }
  return true;
}

const lookEveryMs = 20;
