import { isDiagnosticError, type Diagnostic } from "../model/index.js";
import type { Outcome, ProviderCall } from "../provider/contract/index.js";
import { durationText, isTimeout, unlessAborted } from "../std/index.js";
import { problem } from "./diagnostics.js";
import { longestChangeMs } from "./in-time.js";

export type ChangeAction = "create" | "update" | "delete";

/**
 * Returns the outcome of a call, or `uncertain` as soon as the call is aborted, even if its hook ignores the signal.
 * The intent of an aborted call stays open, so the next run finds out what happened. A call that is aborted before it
 * starts is not made.
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
    timeoutMs === undefined ? "the default timeout" : "the timeout that its option customTimeouts sets";
  return problem("apply/timed-out", {
    detail: `The provider did not finish the ${action} within ${most}, ${whose}. The outcome of the call is unknown.`,
    hint: `Find out what the provider waits for, or increase the timeout of the resource:\n    customTimeouts: { ${action}: "3h" }\nThe next run resolves the interrupted ${action} before it does anything else.`,
    ...(urn !== undefined && { resource: urn }),
  });
}

function leftOpen({ urn, signal }: ProviderCall): Diagnostic {
  return problem("apply/interrupted", {
    detail: `The provider had not answered when ${whyLeft(signal)}. The outcome of the call is unknown.`,
    hint: "State is consistent. The next run resolves the interrupted operation before it does anything else.",
    ...(urn !== undefined && { resource: urn }),
  });
}

/** Returns why the calls of a run ended, as a clause: the user interrupted it, or it lost its lock. */
export function whyLeft({ reason }: AbortSignal): string {
  if (!isDiagnosticError(reason)) return "the run was interrupted";
  return reason.diagnostics[0]?.code === "store/lease-expired"
    ? "the lease of the run had expired"
    : "the run had lost its lock";
}

function capital(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}

/** The diagnostic for a call that was never made. */
export function notBegun({ urn, signal }: ProviderCall): Diagnostic {
  const why = signal.aborted && isDiagnosticError(signal.reason) ? capital(whyLeft(signal)) : undefined;
  return problem("apply/not-started", {
    detail: `${why ?? "The run was interrupted, or the call timed out,"} before the provider was called. Nothing was changed.`,
    hint: "Run again.",
    ...(urn !== undefined && { resource: urn }),
  });
}
