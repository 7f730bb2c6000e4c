import type { ExecFileSyncOptions } from "node:child_process";
import { readFileSync } from "node:fs";
import { uptime } from "node:os";

/**
 * Returns the start time of a process on this machine, in the system's format; undefined if there is no such process,
 * or it is a zombie. Linux counts ticks since boot; other systems have `ps`; if neither works, only the existence of
 * the pid is known.
 */
export function startTimeOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return startTicks(readFileSync(`/proc/${pid}/stat`, "utf8"));
    if (process.platform !== "win32") return startByPs(pid);
  } catch {
    // Gone, or hidden from this user: sending a signal shows which.
  }
  return exists(pid) ? unknownStart : undefined;
}

/**
 * Always in the same format, because two processes may have different time zones and languages. Throws if there is no
 * such process, or no `ps`.
 */
export function startByPs(pid: number): string | undefined {
  const env = { ...process.env, TZ: "UTC", LC_ALL: "C" };
  const options = ["-o", "stat=", "-o", "lstart=", "-p", String(pid)];
  const line = execFile("ps", options, { env, stdio: ["ignore", "pipe", "ignore"] });
  const [, state = "", start = ""] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(line) ?? [];
  if (start === "") throw new Error("ps reports nothing about it");
  return state.startsWith("Z") ? undefined : start;
}

/** The start time of a process that exists, if the system reports no more. */
export const unknownStart = "";

/** Changes when the machine boots. */
export function bootId(): string {
  try {
    if (process.platform === "linux") return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    if (process.platform === "darwin") {
      return execFile("sysctl", ["-n", "kern.bootsessionuuid"]).trim();
    }
  } catch {
    // Fall back to the boot time.
  }
  return `boot ${Math.round((Date.now() / 1000 - uptime()) / 60)}`;
}

/** Whether the id identifies one boot of one machine, and is not merely a time that two machines may share. */
export function isExactBootId(id: string): boolean {
  return !/^boot -?\d+$/.test(id);
}

/** Loaded on demand, because loading takes time and Linux does not need it. */
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

/** Returns the fields of `/proc/<pid>/stat` that identify the process; undefined for a zombie, which has ended. */
export function processStat(
  stat: string,
): { readonly group: number; readonly session: number; readonly startTicks: string } | undefined {
  // The name of a process may contain spaces and brackets; the fields after its last bracket do not.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return undefined;
  return { group: Number(fields[2]), session: Number(fields[3]), startTicks: fields[19] ?? unknownStart };
}
