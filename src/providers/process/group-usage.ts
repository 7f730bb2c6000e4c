import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";

/** The CPU time and memory of a process group. */
export interface Usage {
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
}

/** Sums over the whole group, because the leader may only be a wrapper that starts another process. */
export async function groupUsage(group: number): Promise<Usage> {
  const members = process.platform === "linux" ? linuxMembers(group) : await otherMembers(group);
  return {
    cpuSeconds: members.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    memoryBytes: members.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  };
}

function linuxMembers(group: number): readonly Usage[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(fields[2]) !== group) return [];
      const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8")) ?? [];
      const ticks = Number(fields[11]) + Number(fields[12]);
      return [{ cpuSeconds: ticks / ticksPerSecond, memoryBytes: Number(kilobytes) * 1024 }];
    } catch {
      // The process has exited in the meantime.
      return [];
    }
  });
}

/** The clock ticks per second that Linux reports to programs, whatever the kernel uses. */
const ticksPerSecond = 100;

async function otherMembers(group: number): Promise<readonly Usage[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pgid=,rss=,time="]);
  return stdout.split("\n").flatMap((row) => {
    const [pgid, kilobytes, time] = row.trim().split(/\s+/);
    if (Number(pgid) !== group || time === undefined) return [];
    return [{ cpuSeconds: secondsOf(time), memoryBytes: Number(kilobytes) * 1024 }];
  });
}

/** Parses a time as printed by `ps`: `1:02.5`, `01:02:03`, `2-01:02:03`. */
export function secondsOf(text: string): number {
  const [time = "", days = "0"] = text.split("-").toReversed();
  const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 24 * 60 * 60 + seconds;
}
