import type { Diagnostic } from "../../../model/index.js";
import { mayHaveChanged } from "../../../terraform/change/index.js";
import { CtyFault } from "../../../terraform/cty/index.js";
import { childProblem } from "../../child/index.js";
import type { ProviderCall, Rejected } from "../../contract/index.js";
import { problem } from "../diagnostics.js";
import { ProviderCallError, type CallContext, type ProviderClient } from "../protocol/index.js";
import { answerProblem, rejected } from "./problems.js";
import { changeContext, questionContext, type ProviderSession } from "./session.js";

/** An answer to a change, or why there is none. */
export type Changed<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer; readonly wasStopped: boolean }
  | { readonly kind: "unanswered"; readonly mayHaveHappened: boolean; readonly diagnostic: Diagnostic };

/** Asks a provider something that changes nothing. An answer that does not come or cannot be read is a rejection. */
export async function ask<Answer>(
  session: ProviderSession,
  call: ProviderCall,
  what: string,
  question: (client: ProviderClient, context: CallContext) => Promise<Answer | Rejected>,
): Promise<Answer | Rejected> {
  try {
    return await question(session.client, questionContext(call));
  } catch (error) {
    return rejected(problemOf(session, call, what, error));
  }
}

/**
 * Asks a provider for a change, and never leaves before it has answered. If the call of the engine is aborted, the provider is
 * asked to stop: this affects all its calls.
 */
export async function change<Answer>(
  session: ProviderSession,
  call: ProviderCall,
  what: string,
  request: (client: ProviderClient, context: CallContext) => Promise<Answer>,
): Promise<Changed<Answer>> {
  let wasStopped = false;
  const stop = () => {
    wasStopped = true;
    void session.process.stop();
  };
  call.signal.addEventListener("abort", stop, { once: true });
  try {
    const answer = await request(session.client, changeContext(call));
    return { kind: "answered", answer, wasStopped };
  } catch (error) {
    const diagnostic = problemOf(session, call, what, error);
    return { kind: "unanswered", mayHaveHappened: mayHaveHappened(error), diagnostic };
  } finally {
    call.signal.removeEventListener("abort", stop);
  }
}

function problemOf(session: ProviderSession, call: ProviderCall, what: string, error: unknown): Diagnostic {
  if (error instanceof CtyFault) return answerProblem(session, what, error, { call });
  if (!(error instanceof ProviderCallError)) throw error;
  const { failure, rpc } = error;
  const { urn } = call;
  if (failure.kind === "ended") {
    const { command } = session;
    const { title } = session.process.child;
    return childProblem(failure.end, { title, command, what, ...(urn !== undefined && { urn }) });
  }
  const status = failure.kind === "status" ? ` (gRPC status ${failure.code} of ${rpc})` : "";
  return problem("provider/terraform-refused", {
    detail: `${session.title} did not complete ${what}: ${failure.message}${status}`,
    ...(urn !== undefined && { resource: urn }),
  });
}

/** An error that is not a failed call, such as an answer that cannot be read, comes after the call. */
function mayHaveHappened(error: unknown): boolean {
  if (!(error instanceof ProviderCallError)) return true;
  const { failure, wasSent } = error;
  return wasSent && (failure.kind !== "status" || mayHaveChanged(failure.code));
}
