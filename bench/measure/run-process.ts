import { spawnSync } from "node:child_process";

/** Runs a process from its start to its exit: what a program costs is what it costs cold. */
export function runProcess(
  command: string,
  words: readonly string[],
  { cwd, env = {} }: ProcessPlace = {},
): Finished {
  // A list of further certificates costs each start of Node 50 ms, and tools behave differently in CI.
  const { NODE_EXTRA_CA_CERTS: _, CI: _ci, NODE_OPTIONS: _options, ...environment } = process.env;
  const start = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd,
    env: { ...environment, ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longestProcessMs,
    maxBuffer: 1 << 30,
  });
  const milliseconds = performance.now() - start;
  const isLate = error !== undefined && "code" in error && error.code === "ETIMEDOUT";
  if (isLate) throw new NotMeasured(`it takes more than ${longestProcessMs / 60_000} minutes`);
  if (status === 0) return { milliseconds, stdout };
  throw new Error(`${command} ${words.join(" ")} failed: ${error?.message ?? ""}\n${stderr}${stdout}`);
}

export interface ProcessPlace {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Finished {
  readonly milliseconds: number;
  readonly stdout: string;
}

export function runNode(nodeArguments: readonly string[], place?: ProcessPlace): Finished {
  return runProcess(process.execPath, nodeArguments, place);
}

/** What takes longer is left out, so that a run of all comes to an end. */
export const longestProcessMs = 600_000;

/** Something that this machine cannot show, or not in a time that anyone would wait. */
export class NotMeasured extends Error {}
