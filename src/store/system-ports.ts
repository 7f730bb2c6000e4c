import { randomBytes } from "node:crypto";
import { homedir, hostname, userInfo } from "node:os";
import { join } from "node:path";
import { bootId, startTimeOf, unknownStart } from "../std/process-start.js";
import { headMemory } from "./head-memory.js";
import type { ProcessIdentity, StorePorts } from "./ports.js";
import { fileSigns, lockFile } from "./sqlite/index.js";

/** The world as it is: this process, the system's clock and randomness, keys by environment or in the home folder. */
export function systemPorts(environment: NodeJS.ProcessEnv = process.env): StorePorts {
  return {
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    randomBytes: (count) => randomBytes(count),
    processes: {
      get self() {
        return (self ??= identity());
      },
      startTimeOf,
      lockFile,
    },
    signs: fileSigns,
    keys: {
      passphrase: async () => environment["COCONUT_PASSPHRASE"],
      keyFile: (id) => environment["COCONUT_KEY_FILE"] ?? join(settingsFolder(environment), "keys", id),
    },
    // Whoever says where the key is has no folder of their own here: a build server, a container.
    ...(environment["COCONUT_KEY_FILE"] === undefined && {
      heads: headMemory(join(settingsFolder(environment), "seen")),
    }),
  };
}

/** One for all stores of the process. */
let self: ProcessIdentity | undefined;

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
