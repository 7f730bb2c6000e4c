import type { LockWait } from "../engine/index.js";
import type { Invocation } from "./command.js";
import { durationOf } from "./moment.js";
import { wrongUsage } from "./usage-problem.js";

/** How long a command waits for the lock of another run: `--wait`, `--wait=5m`. Undefined: not at all. */
export function waitOption({ command, options }: Invocation): true | number | undefined {
  const { wait } = options;
  if (wait === undefined || wait === true) return wait;
  const limitMs = durationOf(wait);
  if (limitMs !== undefined) return limitMs;
  throw wrongUsage(
    "--wait takes a time such as 30s, 5m or 1h, or nothing: then it has no limit.",
    command.name,
  );
}

/** The same for commands that need no program, which are otherwise ended by any interruption. */
export function lockWait(invocation: Invocation): LockWait {
  const wait = waitOption(invocation);
  if (wait === undefined) return {};
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());
  return { wait, signal: stop.signal, onEvent: (event) => invocation.face.event(event) };
}
