import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir, hostname, uptime, userInfo } from "node:os";
import { join } from "node:path";
import { unknownStart, type ProcessIdentity, type StorePorts } from "./ports.js";

/** The world as it is: this process, the system's clock and randomness, keys by environment or in the home folder. */
export function systemPorts(environment: NodeJS.ProcessEnv = process.env): StorePorts {
  let self: ProcessIdentity | undefined;
  return {
    now: () => new Date().toISOString(),
    randomBytes: (count) => randomBytes(count),
    processes: {
      get self() {
        return (self ??= identity());
      },
      startTimeOf,
    },
    keys: {
      passphrase: async () => environment["COCONUT_PASSPHRASE"],
      keyFile: (id) => environment["COCONUT_KEY_FILE"] ?? join(settingsFolder(environment), "keys", id),
    },
  };
}

function settingsFolder(environment: NodeJS.ProcessEnv): string {
  return join(environment["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"), "coconut");
}

function identity(): ProcessIdentity {
  return {
    user: userName(),
    host: hostname(),
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? unknownStart,
    bootId: bootId(),
  };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Linux counts ticks since boot; others have a `ps`; where neither answers, a living number has to do. */
function startTimeOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return startTicks(readFileSync(`/proc/${pid}/stat`, "utf8"));
    if (process.platform !== "win32") {
      const text = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
      if (text !== "") return text;
    }
  } catch {
    // Gone, or hidden from this user: a signal tells which.
  }
  return exists(pid) ? unknownStart : undefined;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: unknown }).code === "EPERM";
  }
}

/** The name of a process may hold spaces and brackets; what follows its last bracket does not. A zombie is dead. */
function startTicks(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
}

function bootId(): string {
  try {
    if (process.platform === "linux") return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    if (process.platform === "darwin") {
      return execFileSync("sysctl", ["-n", "kern.bootsessionuuid"], { encoding: "utf8" }).trim();
    }
  } catch {
    // Then the time of the start has to do.
  }
  return `boot ${Math.round((Date.now() / 1000 - uptime()) / 60)}`;
}
