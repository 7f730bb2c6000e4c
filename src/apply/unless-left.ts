import { isDiagnosticError, type Diagnostic } from "../model/index.js";
import type { Outcome, ProviderCall } from "../provider/contract/index.js";
import { durationText, isTimeout, unlessAborted } from "../std/index.js";
import { problem } from "./diagnostics.js";
import { longestChangeMs } from "./in-time.js";

export type ChangeAction = "create" | "update" | "delete";

/**
 * The answer to a call; uncertainty as soon as it is aborted, also if its hook takes no notice of that. Whatever
 * still comes of it is found out by the next run, because its intent stays open. Aborted before, it is not called.
 */
export async function unlessLeft(
  call: ProviderCall,
  action: ChangeAction,
  ask: () => Promise<Outcome>,
): Promise<Outcome> {
  const { signal } = call;
  if (signal.aborted) return { kind: "failed", diagnostics: [notBegun(call)] };
  const outcome = await unlessAborted(signal, ask());
  if (outcome !== undefined) return outcome;
  const problemOf = isTimeout(signal) ? timedOut : leftOpen;
  return { kind: "uncertain", diagnostics: [problemOf(call, action)] };
}

function timedOut({ urn, timeoutMs }: ProviderCall, action: ChangeAction): Diagnostic {
  const most = durationText(timeoutMs ?? longestChangeMs);
  const whose =
    timeoutMs === undefined
      ? "which is all the time that a call has unless its resource says otherwise"
      : "the time that its option customTimeouts gives it";
  return problem("apply/timed-out", {
    detail: `Its provider had not answered the ${action} after ${most}, ${whose}. What becomes of the call is not known.`,
    hint: `Find out what it waits for, or give it more time by an option of the resource:\n    customTimeouts: { ${action}: "3h" }\nThe next run finds out what became of it before it does anything else.`,
    ...(urn !== undefined && { resource: urn }),
  });
}

function leftOpen({ urn, signal }: ProviderCall): Diagnostic {
  return problem("apply/left-open", {
    detail: `Its provider had not answered when ${whyLeft(signal)}. What becomes of the call is not known.`,
    hint: "State is consistent. The next run finds out what became of it before it does anything else.",
    ...(urn !== undefined && { resource: urn }),
  });
}

/** What ended the calls of a run, as a clause: someone who interrupted it, or the loss of its stack. */
export function whyLeft({ reason }: AbortSignal): string {
  if (!isDiagnosticError(reason)) return "the run was told to leave";
  return reason.diagnostics[0]?.code === "store/lease-expired"
    ? "the lease of the run had run out"
    : "the run had lost its lock";
}

function capital(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}

/** Nothing is under way: whoever was to be called has not been. */
export function notBegun({ urn, signal }: ProviderCall): Diagnostic {
  const why = signal.aborted && isDiagnosticError(signal.reason) ? capital(whyLeft(signal)) : undefined;
  return problem("apply/not-begun", {
    detail: `${why ?? "The run was told to leave, or the time for the call was over,"} when its provider was about to be called. Nothing was called.`,
    hint: "Run again.",
    ...(urn !== undefined && { resource: urn }),
  });
}
