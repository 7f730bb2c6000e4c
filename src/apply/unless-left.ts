import type { Diagnostic } from "../model/index.js";
import type { Outcome, ProviderCall } from "../provider/contract/index.js";
import { problem } from "./diagnostics.js";

/**
 * The answer to a call; uncertainty as soon as it is aborted, also if its hook takes no notice of that. Whatever
 * still comes of it is found out by the next run, because its intent stays open. Aborted before, it is not called.
 */
export async function unlessLeft(
  { signal, urn }: ProviderCall,
  ask: () => Promise<Outcome>,
): Promise<Outcome> {
  if (signal.aborted) return { kind: "failed", diagnostics: [notBegun(urn)] };
  let leave!: () => void;
  const left = new Promise<Outcome>((resolve) => {
    leave = () =>
      resolve({ kind: "uncertain", diagnostics: [isTimeout(signal) ? timedOut(urn) : leftOpen(urn)] });
  });
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([ask(), left]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

/** The time that the resource gives the call is over, as opposed to the whole run. */
function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

function timedOut(urn: string | undefined): Diagnostic {
  return problem("apply/timed-out", {
    detail:
      "Its provider had not answered when the time that the option customTimeouts gives it was over. What becomes of the call is not known.",
    hint: "Give it more time, or find out what it waits for. The next run finds out what became of it before it does anything else.",
    ...(urn !== undefined && { resource: urn }),
  });
}

function leftOpen(urn: string | undefined): Diagnostic {
  return problem("apply/left-open", {
    detail:
      "Its provider had not answered when the run was told to leave. What becomes of the call is not known.",
    hint: "State is consistent. The next run finds out what became of it before it does anything else.",
    ...(urn !== undefined && { resource: urn }),
  });
}

function notBegun(urn: string | undefined): Diagnostic {
  return problem("apply/not-begun", {
    detail:
      "The run was told to leave, or the time for the call was over, when its provider was about to be called. Nothing was called.",
    hint: "Run again.",
    ...(urn !== undefined && { resource: urn }),
  });
}
