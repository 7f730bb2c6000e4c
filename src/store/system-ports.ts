import { randomBytes } from "node:crypto";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { DiagnosticError } from "../model/index.js";
import { bootId, startTimeOf, unknownStart } from "../std/process-start.js";
import { ownVersion } from "../std/own-package.js";
import { configFolder } from "../std/user-folders.js";
import { problem } from "./diagnostics.js";
import { headMemory } from "./head-memory.js";
import type { ProcessIdentity, StorePorts } from "./ports.js";
import { fileSigns, lockFile } from "./sqlite/index.js";

/**
 * Returns the ports of the real system: this process, the system clock and randomness, and keys from the environment or
 * the home folder. No key file is created in the project folder.
 */
export function systemPorts(
  environment: NodeJS.ProcessEnv = process.env,
  projectFolder?: string,
): StorePorts {
  // An empty variable counts as unset: build servers define variables without a value.
  const namedKey = environment["COCONUT_KEY_FILE"] || undefined;
  const settings = configFolder(environment);
  return {
    now: timeText,
    elapsed: () => performance.now(),
    randomBytes: (count) => randomBytes(count),
    processes: {
      get self() {
        return (self ??= identity());
      },
      startTimeOf,
      lockFile,
    },
    version,
    signs: fileSigns,
    keys: {
      passphrase: async () => environment["COCONUT_PASSPHRASE"],
      keyFile: (id) => namedKey ?? keyIn(settings, id),
      ...(projectFolder !== undefined && { projectFolder }),
    },
    // With COCONUT_KEY_FILE there is usually no permanent home folder: a build server or a container.
    ...(namedKey === undefined &&
      settings !== undefined && { heads: headMemory(join(settings, "coconut", "seen")) }),
  };
}

/** Returns the current time in ISO 8601. Many records are made in one millisecond, and the text takes longer than the time. */
function timeText(): string {
  const now = Date.now();
  if (now !== last.time) last = { time: now, text: new Date(now).toISOString() };
  return last.text;
}

let last = { time: 0, text: new Date(0).toISOString() };

/** Shared by all stores of the process. */
let self: ProcessIdentity | undefined;

function keyIn(settings: string | undefined, id: string): string {
  if (settings !== undefined) return join(settings, "coconut", "keys", id);
  throw new DiagnosticError(
    problem("store/key-missing", {
      detail: `Coconut has no folder for key files: HOME is not an absolute path, and the system reports no home folder for this user.`,
      hint: "Set HOME, or specify a key file:\nCOCONUT_KEY_FILE=…",
    }),
  );
}

/** Undefined if Coconut is bundled into another file and so has no package next to it. */
function version(): string | undefined {
  try {
    return ownVersion();
  } catch {
    return undefined;
  }
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
