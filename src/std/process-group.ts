import { readdirSync, readFileSync } from "node:fs";
import { bootId, processStat, startTimeOf } from "./process-start.js";

/** The group of a process that was spawned detached: all its descendants that did not leave the group. */
export interface ProcessGroup {
  /** The process id of its leader. */
  readonly group: number;
  /** The start time of the leader. */
  readonly startTime: string;
  readonly bootId: string;
}

/** Returns the group that a process leads; undefined if the process has ended. */
export function processGroupOf(leader: number): ProcessGroup | undefined {
  const startTime = startTimeOf(leader);
  return startTime === undefined ? undefined : { group: leader, startTime, bootId: bootId() };
}

/**
 * Whether a process of the group exists. A leader with another start time is another process with the same pid. A group
 * whose leader has ended is recognized only on Linux, by its session; elsewhere it counts as ended.
 */
export function isGroupAlive(group: ProcessGroup): boolean {
  if (group.bootId !== bootId()) return false;
  const found = startTimeOf(group.group);
  if (found !== undefined) return found === group.startTime;
  return process.platform === "linux" && exists(group.group) && hasMembers(group);
}

/** Signals the group if it is alive. */
export function signalGroup(group: ProcessGroup, signal: NodeJS.Signals): void {
  if (isGroupAlive(group)) send(group.group, signal);
}

/** Zombies count as processes here, so a true result needs a closer check. */
function exists(group: number): boolean {
  return send(group, 0);
}

/**
 * The pid of an ended process is not reused while its group exists, so processes that started later belong to the
 * group.
 */
function hasMembers({ group, startTime }: ProcessGroup): boolean {
  return readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name)) return false;
    const found = statOf(name);
    if (found?.group !== group || found.session !== group) return false;
    return Number(found.startTicks) >= Number(startTime);
  });
}

function statOf(pid: string): ReturnType<typeof processStat> {
  try {
    return processStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return undefined;
  }
}

/** Returns whether the signal could be delivered. */
function send(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch (error) {
    // The process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
