import { spawnSync } from "node:child_process";

/** Runs a process from start to exit and measures its time, including a cold start. */
export function runProcess(
  command: string,
  words: readonly string[],
  { cwd, env = {} }: ProcessPlace = {},
): Finished {
  const start = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd,
    env: { ...processEnvironment(), ...env },
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

/** The environment of measured processes. Extra certificates add 50 ms to each start of Node, and tools behave differently in CI. */
export function processEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, CI: _ci, NODE_OPTIONS: _options, ...environment } = process.env;
  return environment;
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

/** The timeout of a process. Measurements that take longer are skipped. */
export const longestProcessMs = 600_000;

/** Thrown if a measurement is not possible on this machine, or would take too long. */
export class NotMeasured extends Error {}
