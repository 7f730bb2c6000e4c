import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { systemTimer, type Timer } from "../../std/index.js";
import { Child, type SpawnedProcess } from "./child.js";
import type { ChildEnd, EndCause } from "./child-end.js";
import { childEnvironment, wholeEnvironment } from "./child-environment.js";
import { endLeftChildren } from "./child-records.js";
import { stopTimes, type StopTimes } from "./end-group.js";
import { StderrTail, type TailOptions } from "./stderr-tail.js";

export interface StartOptions<Greeting> extends TailOptions {
  /** A description for messages: `the provider aws 6.2.0`. */
  readonly title: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Default: the few variables that any program needs. */
  readonly inherits?: "few" | "most";
  /** Variables in addition to the inherited ones; see `childEnvironment` and `wholeEnvironment`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: a pipe. A child that exits when its stdin closes always exits with this process. */
  readonly stdin?: "pipe" | "ignore";
  /** Default: a pipe, which must be read. */
  readonly stdout?: "pipe" | "ignore";
  /** Called with each line that it writes to stderr, with secrets masked. */
  readonly onStderr?: (line: string) => void;
  /** Waits until the child is ready, such as for its first line. Throws if its output is invalid. */
  readonly greet: (child: Child) => Promise<Greeting>;
  /** The timeout of `greet`. */
  readonly startWithinMs?: number;
  /** Asks the child to exit. Afterwards its stdin is closed, if it is a pipe. */
  readonly ask?: (child: Child) => unknown;
  readonly stop?: Partial<StopTimes>;
  /**
   * The folder for its record while it runs, for a child that does not exit when its stdin closes. Children that a
   * killed process left behind are terminated first.
   */
  readonly records?: string | undefined;
  /**
   * A temporary folder of the child, named `coco-` and six characters. The caller deletes it; if this process is killed, the
   * process that terminates the child does.
   */
  readonly ownFolder?: string | undefined;
  /** The timer for the start timeout. */
  readonly timer?: Timer;
}

export interface StartedChild<Greeting> {
  readonly kind: "started";
  readonly child: Child;
  readonly greeting: Greeting;
}

/**
 * Starts a child process in its own process group, and waits until it is ready. If it cannot be started, exits, or is
 * not ready in time, returns the reason, and no process is left.
 */
export async function startChild<Greeting>(
  options: StartOptions<Greeting>,
): Promise<StartedChild<Greeting> | ChildEnd> {
  const { title, greet, ask, records, startWithinMs = usualStartMs, timer = systemTimer } = options;
  if (records !== undefined) await endLeftChildren(records);
  const spawned = await spawnProcess(options);
  if ("kind" in spawned) return { ...spawned, stderr: [], isStarting: true };
  const child = new Child(spawned, {
    title,
    tail: new StderrTail(options.onStderr, options),
    times: { ...stopTimes, ...options.stop },
    ask,
    records,
    ownFolder: options.ownFolder,
  });
  const cancel = timer.after(startWithinMs, () => {
    void child.fail({ kind: "silent", what: "start", waitedMs: startWithinMs });
  });
  try {
    const answered = await child.unlessEnded(greet(child));
    if (answered.kind !== "answered") return answered;
    child.ready();
    return { kind: "started", child, greeting: answered.answer };
  } catch (error) {
    return await child.fail({
      kind: "garbled",
      what: error instanceof Error ? error.message : String(error),
    });
  } finally {
    cancel();
  }
}

/** Long enough for a program that unpacks itself on a slow disk. */
const usualStartMs = 60_000;

async function spawnProcess({
  command,
  args = [],
  cwd,
  env,
  inherits = "few",
  stdin = "pipe",
  stdout = "pipe",
}: Omit<StartOptions<unknown>, "greet">): Promise<SpawnedProcess | EndCause> {
  let spawned: ChildProcess;
  try {
    spawned = spawn(command, args, {
      cwd,
      env: inherits === "few" ? childEnvironment(env) : wholeEnvironment(env),
      // Its own group can be terminated as a whole, and does not receive Ctrl-C from the terminal.
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: [stdin, stdout, "pipe"],
    });
  } catch (error) {
    return notStarted(error as NodeJS.ErrnoException, cwd);
  }
  if (spawned.pid !== undefined) return spawned as SpawnedProcess;
  const [error] = (await once(spawned, "error").catch((thrown: unknown) => [thrown])) as [Error];
  return notStarted(error, cwd);
}

/** The system reports ENOENT both for a missing program and for a missing working directory. */
function notStarted({ code, message }: NodeJS.ErrnoException, cwd: string | undefined): EndCause {
  const isFolder = code === "ENOENT" && cwd !== undefined && !existsSync(cwd);
  return isFolder
    ? { kind: "not-started", code: "ENOTDIR", message: `The folder ${cwd} does not exist.` }
    : { kind: "not-started", code, message };
}
