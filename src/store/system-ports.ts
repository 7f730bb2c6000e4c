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
 * The world as it is: this process, the system's clock and randomness, keys by environment or in the home folder. No key
 * file is made in the folder of the project.
 */
export function systemPorts(
  environment: NodeJS.ProcessEnv = process.env,
  projectFolder?: string,
): StorePorts {
  // As from a variable of a build server that nobody has set.
  const namedKey = environment["COCONUT_KEY_FILE"] || undefined;
  const settings = configFolder(environment);
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
    version,
    signs: fileSigns,
    keys: {
      passphrase: async () => environment["COCONUT_PASSPHRASE"],
      keyFile: (id) => namedKey ?? keyIn(settings, id),
      ...(projectFolder !== undefined && { projectFolder }),
    },
    // Whoever says where the key is has no folder of their own here: a build server, a container.
    ...(namedKey === undefined &&
      settings !== undefined && { heads: headMemory(join(settings, "coconut", "seen")) }),
  };
}

/** One for all stores of the process. */
let self: ProcessIdentity | undefined;

function keyIn(settings: string | undefined, id: string): string {
  if (settings !== undefined) return join(settings, "coconut", "keys", id);
  throw new DiagnosticError(
    problem("store/key-missing", {
      detail: `There is no folder for key files: HOME is not an absolute path, and the system knows no home folder of this user.`,
      hint: "Set HOME, or name a key file:\nCOCONUT_KEY_FILE=…",
    }),
  );
}

/** Whoever bundles Coconut into a file of their own has no package beside it. */
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
