import { DiagnosticError, type Diagnostic } from "../model/index.js";
import { problem } from "./diagnostics.js";
import { unknownStart, type ProcessIdentity, type Processes } from "./ports.js";

/** Who may change a stack, as its row says it. */
export interface Holder extends ProcessIdentity {
  readonly runId: string;
  readonly command: string;
  readonly since: string;
}

/**
 * Whether the holder of a lock can still act. On this machine that is known at once: it was started anew, or the
 * process is gone, or its number belongs to another. Of other machines nothing is known, so they count as alive.
 */
export function isAlive(holder: ProcessIdentity, { self, startTimeOf }: Processes): boolean {
  if (holder.host !== self.host) return true;
  if (holder.bootId !== self.bootId) return false;
  const startTime = startTimeOf(holder.pid);
  return startTime === unknownStart || startTime === holder.startTime;
}

export function locked(holder: Holder, { self }: Processes): DiagnosticError {
  const isHere = holder.host === self.host;
  return new DiagnosticError(
    problem("store/locked", {
      detail: `Run ${holder.runId} holds the stack: ${describe(holder)}.`,
      hint: isHere
        ? "Wait until it has ended. If it dies, the next run takes over by itself."
        : `Wait until it has ended. If it died, run a command on ${holder.host}: only there can it be known.`,
    }),
  );
}

export function fenced(runId: string, holder: Holder | undefined): Diagnostic {
  const by = holder === undefined ? "another run" : `run ${holder.runId} (${describe(holder)})`;
  return problem("store/fenced", {
    detail: `Run ${runId} lost its lock to ${by}. What it had not recorded by then was not recorded.`,
    hint: "Nothing further is called. Wait for the other run, then run again: operations left open are settled first.",
  });
}

export function describe({ user, host, pid, command, since }: Holder): string {
  return `${user}@${host}, pid ${pid}, "${command}", since ${since}`;
}
