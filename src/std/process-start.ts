import type { ExecFileSyncOptions } from "node:child_process";
import { readFileSync } from "node:fs";
import { uptime } from "node:os";

/**
 * When a process of this machine began, as the system spells it; undefined if there is no such process, or only its
 * remains. Linux counts ticks since boot; others have a `ps`; where neither answers, a living number has to do.
 */
export function startTimeOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return startTicks(readFileSync(`/proc/${pid}/stat`, "utf8"));
    if (process.platform !== "win32") return startByPs(pid);
  } catch {
    // Gone, or hidden from this user: a signal tells which.
  }
  return exists(pid) ? unknownStart : undefined;
}

/**
 * In the same words for everyone who asks: two processes may have different time zones and languages. Throws if there is
 * no such process, or no `ps`.
 */
export function startByPs(pid: number): string | undefined {
  const env = { ...process.env, TZ: "UTC", LC_ALL: "C" };
  const options = ["-o", "stat=", "-o", "lstart=", "-p", String(pid)];
  const line = execFile("ps", options, { env, stdio: ["ignore", "pipe", "ignore"] });
  const [, state = "", start = ""] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(line) ?? [];
  if (start === "") throw new Error("ps says nothing of it");
  return state.startsWith("Z") ? undefined : start;
}

/** The start time of a process that exists, where the system says no more. */
export const unknownStart = "";

/** Changes when the machine starts. */
export function bootId(): string {
  try {
    if (process.platform === "linux") return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    if (process.platform === "darwin") {
      return execFile("sysctl", ["-n", "kern.bootsessionuuid"]).trim();
    }
  } catch {
    // Then the time of the start has to do.
  }
  return `boot ${Math.round((Date.now() / 1000 - uptime()) / 60)}`;
}

/** Whether it is of one start of one machine alone, and not a time that another one may share. */
export function isExactBootId(id: string): boolean {
  return !/^boot -?\d+$/.test(id);
}

/** Of Node; loaded where it is needed: that takes time, and on Linux nobody does. */
function execFile(program: string, words: readonly string[], options: ExecFileSyncOptions = {}): string {
  const { execFileSync } = process.getBuiltinModule("node:child_process");
  return execFileSync(program, words, { ...options, encoding: "utf8" });
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: unknown }).code === "EPERM";
  }
}

function startTicks(stat: string): string | undefined {
  return processStat(stat)?.startTicks;
}

/** The fields of `/proc/<pid>/stat` that say which process it is; undefined for a zombie, which has ended. */
export function processStat(
  stat: string,
): { readonly group: number; readonly session: number; readonly startTicks: string } | undefined {
  // The name of a process may hold spaces and brackets; what follows its last bracket does not.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return undefined;
  return { group: Number(fields[2]), session: Number(fields[3]), startTicks: fields[19] ?? unknownStart };
}
