import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { systemTimer, type Timer } from "../../std/index.js";
import { Child, type SpawnedProcess } from "./child.js";
import type { ChildEnd, EndCause } from "./child-end.js";
import { childEnvironment } from "./child-environment.js";
import { endLeftChildren } from "./child-records.js";
import { stopTimes, type StopTimes } from "./end-group.js";
import { StderrTail } from "./stderr-tail.js";

export interface StartOptions<Greeting> {
  /** What it is, for people: `the provider aws 6.2.0`. */
  readonly title: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Added to the minimal environment; see `childEnvironment`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A pipe unless said. A child that ends when its stdin does ends with this process, however that ends. */
  readonly stdin?: "pipe" | "ignore";
  /** A pipe unless said; then somebody has to read it. */
  readonly stdout?: "pipe" | "ignore";
  /** Called with each line that it writes to stderr. */
  readonly onStderr?: (line: string) => void;
  /** Waits until the child has shown that it is ready, such as by a first line. An error means that what it said was wrong. */
  readonly greet: (child: Child) => Promise<Greeting>;
  /** How long that may take. */
  readonly startWithinMs?: number;
  /** Asks it to end by itself. If it is a pipe, its stdin is closed after this. */
  readonly ask?: (child: Child) => unknown;
  readonly stop?: Partial<StopTimes>;
  /**
   * The folder where it is recorded while it runs, for a child that does not end with its stdin. What a killed process has
   * left there is ended first.
   */
  readonly records?: string | undefined;
  /** Waits for the start. */
  readonly timer?: Timer;
}

export interface StartedChild<Greeting> {
  readonly kind: "started";
  readonly child: Child;
  readonly greeting: Greeting;
}

/**
 * Starts a child process in a process group of its own, and waits until it is ready. If it cannot be started, ends, or is
 * not ready in time, the result says why, and nothing of it is left.
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
    tail: new StderrTail(options.onStderr),
    times: { ...stopTimes, ...options.stop },
    ask,
    records,
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

/** A program that is on a slow disk, and unpacks itself first, needs a while. */
const usualStartMs = 60_000;

async function spawnProcess({
  command,
  args = [],
  cwd,
  env,
  stdin = "pipe",
  stdout = "pipe",
}: Omit<StartOptions<unknown>, "greet">): Promise<SpawnedProcess | EndCause> {
  let spawned: ChildProcess;
  try {
    spawned = spawn(command, args, {
      cwd,
      env: childEnvironment(env),
      // A group of its own: it can be ended as a whole, and a Ctrl-C in the terminal is not meant for it.
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

/** The system says the same of a program and of a folder that are not there. */
function notStarted({ code, message }: NodeJS.ErrnoException, cwd: string | undefined): EndCause {
  const isFolder = code === "ENOENT" && cwd !== undefined && !existsSync(cwd);
  return isFolder
    ? { kind: "not-started", code: "ENOTDIR", message: `The folder ${cwd} does not exist.` }
    : { kind: "not-started", code, message };
}
