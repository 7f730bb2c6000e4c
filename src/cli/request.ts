import type { LockWait, PlanOptions, RunOptions } from "../engine/index.js";
import type { Invocation } from "./command.js";
import { parseDuration } from "./parse-time.js";
import { wrongUsage } from "./usage-problem.js";

/** Converts the options of a command to plan options. */
export function planRequest({ command, options }: Invocation): PlanOptions {
  const { target, exclude, dependents, replace, destroy } = options;
  const refreshOnly = options["refresh-only"];
  const refuse = (what: string) => wrongUsage(what, command.name);
  if (refreshOnly && destroy) throw refuse("Give --refresh-only or --destroy, not both.");
  if (refreshOnly && options["no-refresh"]) throw refuse("Give --refresh-only or --no-refresh, not both.");
  if (replace && (refreshOnly || destroy))
    throw refuse(`--replace cannot be combined with ${destroy ? "--destroy" : "--refresh-only"}.`);
  if (dependents && target === undefined && exclude === undefined)
    throw refuse("--dependents needs --target or --exclude.");
  const parallel = count(options.parallel, "--parallel", command.name);
  return {
    savable: options.out !== undefined,
    ...(target && { targets: target }),
    ...(exclude && { excludes: exclude }),
    ...(dependents && { dependents }),
    ...(replace && { replace }),
    ...(options["no-refresh"] && { refresh: false }),
    ...(options["accept-gone"] && { acceptGone: true }),
    ...(refreshOnly && { refreshOnly }),
    ...(destroy && { destroy }),
    ...(parallel !== undefined && { parallel }),
  };
}

/** Converts the options of a command to the options of the run that applies a plan. */
export function runRequest(invocation: Invocation): RunOptions {
  const { command, options } = invocation;
  const parallel = count(options.parallel, "--parallel", command.name);
  const rounds = count(options.rounds, "--rounds", command.name);
  const wait = waitOption(invocation);
  return {
    ...(wait !== undefined && { wait }),
    ...(options["continue-on-error"] && { continueOnError: true }),
    ...(parallel !== undefined && { parallel }),
    ...(rounds !== undefined && { rounds }),
  };
}

/** Parses a positive whole number; undefined if the option is not given. */
export function count(text: string | undefined, option: string, command: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw wrongUsage(`${option} must be a whole number of at least 1.`, command);
}

/** Returns how long to wait for the lock, in milliseconds; true without a limit; undefined not to wait. */
function waitOption({ command, options }: Invocation): true | number | undefined {
  const { wait } = options;
  if (wait === undefined || wait === true) return wait;
  const limitMs = parseDuration(wait);
  if (limitMs !== undefined) return limitMs;
  throw wrongUsage(
    "--wait takes a duration such as --wait=30s, 5m or 1h, or no value to wait without a limit.",
    command.name,
  );
}

/** Returns the lock options of commands that run no program. While such a command waits, a signal ends the wait. */
export function lockWait(invocation: Invocation): LockWait {
  const wait = waitOption(invocation);
  if (wait === undefined) return {};
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());
  return { wait, signal: stop.signal, onEvent: (event) => invocation.face.event(event) };
}
