import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { ScriptOutput } from "./script-output.js";
import { startBehindGate, startProcess } from "./start-behind-gate.js";

export interface Script {
  /** The program that runs it, and the arguments before the text. */
  readonly interpreter: readonly string[];
  readonly text: string;
  readonly folder: string;
  /** The complete environment: nothing is inherited. */
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
  /** Records the process before the script starts. Absent for a script that changes nothing. */
  readonly running?: ((leader: number) => Promise<void>) | undefined;
  readonly onLine: (stream: "stdout" | "stderr", line: string) => void;
}

/** The exit status and the output of a script. */
export interface ScriptEnd {
  /** Null if a signal terminated it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The reason if Coconut terminated it. */
  readonly endedBy: "timeout" | "cancel" | undefined;
  readonly stdout: ScriptOutput;
  readonly stderr: ScriptOutput;
  /** True if a process that it left running still holds its output open. */
  readonly isHeldOpen: boolean;
}

/** Runs a script until it exits. Throws if it could not be started; in that case no part of it ran. */
export async function runScript(script: Script): Promise<ScriptEnd> {
  const { signal, timeoutMs, onLine } = script;
  const child = await started(script);
  const stdout = new ScriptOutput((line) => onLine("stdout", line));
  const stderr = new ScriptOutput((line) => onLine("stderr", line));
  child.stdout!.on("data", (chunk: Buffer) => stdout.take(chunk));
  child.stderr!.on("data", (chunk: Buffer) => stderr.take(chunk));
  // A script may ignore its stdin, and may exit while its output is being read.
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
 * Waits for the remaining output of a script that has exited. Returns whether its streams were closed. A process that the
 * script left running can hold them open; this stops waiting as soon as that process prints nothing.
 */
async function silent(closed: Promise<boolean>, heard: () => number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < longestSilenceMs; waitedMs += pauseMs) {
    const before = heard();
    if (await Promise.race([closed, sleep(pauseMs, false, { ref: false })])) return true;
    // Deliver data that has already arrived first.
    await setImmediate();
    if (heard() === before) return false;
  }
  return false;
}

const pauseMs = 200;
const longestSilenceMs = 2000;

/**
 * Terminates a process group: sends SIGTERM, and SIGKILL after a grace period. `leader` was spawned detached, so it leads
 * its own group.
 */
async function endProcessGroup(leader: number): Promise<void> {
  if (!send(leader, "SIGTERM")) return;
  for (let waitedMs = 0; waitedMs < graceMs; waitedMs += pollMs) {
    await sleep(pollMs);
    if (!send(leader, 0)) return;
  }
  send(leader, "SIGKILL");
}

/** The time between SIGTERM and SIGKILL. */
const graceMs = 5000;
const pollMs = 50;

/** Returns false if the group has no process left. */
function send(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}
