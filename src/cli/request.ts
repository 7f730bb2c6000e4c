import type { LockWait, PlanOptions, RunOptions } from "../engine/index.js";
import type { Invocation } from "./command.js";
import { parseDuration } from "./parse-time.js";
import { wrongUsage } from "./usage-problem.js";

/** What the options of a command ask of a plan. */
export function planRequest({ command, options }: Invocation): PlanOptions {
  const { target, exclude, dependents, replace, destroy } = options;
  const refreshOnly = options["refresh-only"];
  const refuse = (what: string) => wrongUsage(what, command.name);
  if (refreshOnly && destroy) throw refuse("--refresh-only changes nothing, and --destroy everything.");
  if (refreshOnly && options["no-refresh"])
    throw refuse("--refresh-only does nothing but --no-refresh leaves out.");
  if (replace && (refreshOnly || destroy))
    throw refuse(`Nothing is replaced with ${destroy ? "--destroy" : "--refresh-only"}.`);
  if (dependents && target === undefined && exclude === undefined)
    throw refuse("--dependents are those of a --target or an --exclude, and there is none.");
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

/** What the options of a command ask of the run that applies a plan. */
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

/** A whole number that an option asks for; nothing if it is not given. */
export function count(text: string | undefined, option: string, command: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw wrongUsage(`${option} takes a whole number, one or more.`, command);
}

/** How long a command waits for the lock of another run: `--wait`, `--wait=5m`. Undefined: not at all. */
function waitOption({ command, options }: Invocation): true | number | undefined {
  const { wait } = options;
  if (wait === undefined || wait === true) return wait;
  const limitMs = parseDuration(wait);
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
