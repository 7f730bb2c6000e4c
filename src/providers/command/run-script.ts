import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { ScriptOutput } from "./script-output.js";
import { startBehindGate, startProcess } from "./start-behind-gate.js";

export interface Script {
  /** The program that runs it, and what stands before the text among its arguments. */
  readonly interpreter: readonly string[];
  readonly text: string;
  readonly folder: string;
  /** All of it: nothing is inherited. */
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
  /** Records the process before the script begins. Absent for a script that changes nothing. */
  readonly running?: ((leader: number) => Promise<void>) | undefined;
  readonly onLine: (stream: "stdout" | "stderr", line: string) => void;
}

/** How a script ended, and what it printed. */
export interface ScriptEnd {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why we ended it, if we did. */
  readonly endedBy: "timeout" | "cancel" | undefined;
  readonly stdout: ScriptOutput;
  readonly stderr: ScriptOutput;
  /** Whether something that it left running still holds its output open. */
  readonly isHeldOpen: boolean;
}

/** Runs a script to its end. Throws if it could not be started: then nothing of it ran. */
export async function runScript(script: Script): Promise<ScriptEnd> {
  const { signal, timeoutMs, onLine } = script;
  const child = await started(script);
  const stdout = new ScriptOutput((line) => onLine("stdout", line));
  const stderr = new ScriptOutput((line) => onLine("stderr", line));
  child.stdout!.on("data", (chunk: Buffer) => stdout.take(chunk));
  child.stderr!.on("data", (chunk: Buffer) => stderr.take(chunk));
  // A script need not read what it is given, nor end while somebody reads.
  for (const stream of child.stdio) stream?.on("error", () => {});
  child.stdin?.end(script.stdin);

  let endedBy: ScriptEnd["endedBy"];
  let ending: Promise<void> | undefined;
  const end = (why: NonNullable<typeof endedBy>) => {
    endedBy ??= why;
    ending ??= endProcessGroup(child.pid!);
  };
  const onAbort = () => end("cancel");
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => end("timeout"), timeoutMs);
  const closed = once(child, "close").then(() => true);
  const [exitCode, killedBy] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  signal.removeEventListener("abort", onAbort);
  await ending;
  const isHeldOpen = !(await silent(closed, () => stdout.bytes + stderr.bytes));
  for (const stream of child.stdio) stream?.destroy();
  stdout.end();
  stderr.end();
  return { exitCode, signal: killedBy, endedBy, stdout, stderr, isHeldOpen };
}

function started(script: Script): Promise<ChildProcess> {
  const { running, text } = script;
  const words = [...script.interpreter, text];
  return running === undefined ? startProcess(words, script) : startBehindGate(words, running, script);
}

/**
 * Waits for the rest of what an ended script printed. Whether its streams were closed: something that it left running
 * can hold them open, and is not waited for once it is quiet.
 */
async function silent(closed: Promise<boolean>, heard: () => number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < longestSilenceMs; waitedMs += pauseMs) {
    const before = heard();
    if (await Promise.race([closed, sleep(pauseMs, false, { ref: false })])) return true;
    // What has arrived by now is handed over first.
    await setImmediate();
    if (heard() === before) return false;
  }
  return false;
}

const pauseMs = 200;
const longestSilenceMs = 2000;

/**
 * Ends a process and all that it has started and not set free: asks first, and after a grace it insists. `leader` was
 * spawned detached, so it leads a group of its own.
 */
async function endProcessGroup(leader: number): Promise<void> {
  if (!send(leader, "SIGTERM")) return;
  for (let waitedMs = 0; waitedMs < graceMs; waitedMs += pollMs) {
    await sleep(pollMs);
    if (!send(leader, 0)) return;
  }
  send(leader, "SIGKILL");
}

/** How long a script that is to end may take to clean up. */
const graceMs = 5000;
const pollMs = 50;

/** False if nobody is there any more. */
function send(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}
