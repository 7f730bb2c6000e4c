import { readdirSync, readFileSync } from "node:fs";
import { bootId, processStat, startTimeOf } from "./process-start.js";

/** The group of a process that was spawned detached: all that it has started and not set free. */
export interface ProcessGroup {
  /** The process id of its leader. */
  readonly group: number;
  /** When the leader began. */
  readonly startTime: string;
  readonly bootId: string;
}

/** The group that a process leads; undefined if the process has ended. */
export function processGroupOf(leader: number): ProcessGroup | undefined {
  const startTime = startTimeOf(leader);
  return startTime === undefined ? undefined : { group: leader, startTime, bootId: bootId() };
}

/**
 * Whether a process of the group exists. A leader with another start time is another process with the same number. A
 * group whose leader has ended is recognised on Linux only, by its session: elsewhere it counts as ended.
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

/** A zombie counts as a process here, so this only says that it is worth a look. */
function exists(group: number): boolean {
  return send(group, 0);
}

/** The number of an ended process is not given to another one while its group exists, so what began later is its own. */
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

/** Whether there was somebody to send it to. */
function send(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch (error) {
    // It is there, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
