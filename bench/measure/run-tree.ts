import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { longestProcessMs, NotMeasured, processEnvironment, type ProcessPlace } from "./run-process.js";

/** What a process and all processes that it started used, from its start to its exit. */
export interface TreeUse {
  readonly milliseconds: number;
  /** Processor time of all processes. */
  readonly cpuMs: number;
  /** Processor time of the processes below the first one, to the last sample. */
  readonly childrenCpuMs: number;
  /** The largest sum of resident memory of the processes at the time of a sample. */
  readonly peakBytes: number;
}

/** True if the system tells the use of other processes. */
export const canMeasureTrees = process.platform === "linux";

/**
 * Runs a process from start to exit and measures it together with its descendants. The first process must wait for the
 * others, or their processor time is not counted.
 */
export async function runTree(
  command: string,
  words: readonly string[],
  { cwd, env = {} }: ProcessPlace,
): Promise<TreeUse> {
  const before = reapedCpuMs();
  const start = performance.now();
  const child = spawn(command, words, {
    cwd,
    env: { ...processEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const closed = once(child, "close");
  const tree = new SampledTree(child.pid!);
  let isLate = false;
  const timer = setInterval(() => {
    tree.sample();
    isLate = performance.now() - start > longestProcessMs;
    if (isLate) child.kill();
  }, sampleEveryMs);
  let milliseconds = 0;
  child.on("exit", () => (milliseconds = performance.now() - start));
  const [status] = (await closed.finally(() => clearInterval(timer))) as [number | null];
  if (isLate) throw new NotMeasured(`it takes more than ${longestProcessMs / 60_000} minutes`);
  if (status !== 0) throw new Error(`${command} ${words.join(" ")} failed:\n${output.slice(-4000)}`);
  const { childrenCpuMs, peakBytes } = tree;
  return { milliseconds, cpuMs: reapedCpuMs() - before, childrenCpuMs, peakBytes };
}

const sampleEveryMs = 50;

/** Samples of a process and its descendants. */
class SampledTree {
  readonly #root: number;
  readonly #cpuMs = new Map<number, number>();
  peakBytes = 0;

  constructor(root: number) {
    this.#root = root;
  }

  /** Of processes that have ended as well. */
  get childrenCpuMs(): number {
    let sum = 0;
    for (const [pid, cpuMs] of this.#cpuMs) if (pid !== this.#root) sum += cpuMs;
    return sum;
  }

  sample(): void {
    let bytes = 0;
    const visit = (pid: number): void => {
      const facts = statOf(pid);
      if (facts === undefined) return;
      this.#cpuMs.set(pid, facts.cpuMs);
      bytes += facts.bytes;
      childrenOf(pid).forEach(visit);
    };
    visit(this.#root);
    this.peakBytes = Math.max(this.peakBytes, bytes);
  }
}

/** Undefined if the process has ended. */
function statOf(pid: number | "self") {
  const text = textOf(`/proc/${pid}/stat`);
  // The name before it can contain anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  if (fields.length < 22) return undefined;
  const [user = 0, system = 0, reapedUser = 0, reapedSystem = 0] = fields.slice(11, 15).map(Number);
  return {
    cpuMs: (user + system) * tickMs,
    reapedCpuMs: (reapedUser + reapedSystem) * tickMs,
    bytes: Number(fields[21]) * pageBytes,
  };
}

/** Each thread has its own children. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      textOf(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The processor time of the processes that this one has waited for, and of those that they have waited for. */
function reapedCpuMs(): number {
  return statOf("self")!.reapedCpuMs;
}

/** The units of Linux on all processors with Node, except for pages of a few ARM systems. */
const tickMs = 10;
const pageBytes = 4096;
