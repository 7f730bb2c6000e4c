import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** What a process is started with. */
export interface Start {
  readonly folder: string;
  /** All of it: nothing is inherited. */
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: string | undefined;
}

/** Starts a program in a process group of its own. `more` are further pipes, from descriptor 3 on. */
export async function startProcess(
  [program, ...parameters]: readonly string[],
  { folder, environment, stdin }: Start,
  more: readonly "pipe"[] = [],
): Promise<ChildProcess> {
  const child = spawn(program!, parameters, {
    cwd: folder,
    env: environment,
    // A group of its own: it can be ended as a whole, and a Ctrl-C in the terminal is not meant for it.
    detached: true,
    stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe", ...more],
  });
  await once(child, "spawn");
  return child;
}
