import { setTimeout as delay } from "node:timers/promises";

/** How long each stage of ending a child may take, in milliseconds. */
export interface StopTimes {
  /** After it was asked to end, before SIGTERM. */
  readonly politeMs: number;
  /** After SIGTERM, before SIGKILL. */
  readonly termMs: number;
  /** After SIGKILL: a process that the system holds, such as on a disk that does not answer, is given up then. */
  readonly killMs: number;
}

export const stopTimes: StopTimes = { politeMs: 5000, termMs: 5000, killMs: 5000 };

export interface GroupPorts {
  /** Whether no process of the group is left. */
  isGone(): boolean;
  send(signal: "SIGTERM" | "SIGKILL"): void;
}

/** Ends a process group: SIGTERM, and after a grace SIGKILL. Whether all of it is gone; never waits for ever. */
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

/** Whether the group is gone within the time. */
export async function untilGone({ isGone }: Pick<GroupPorts, "isGone">, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!isGone()) {
    if (performance.now() >= deadline) return false;
    await delay(lookEveryMs);
  }
  return true;
}

const lookEveryMs = 20;
