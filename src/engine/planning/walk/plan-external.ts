import { DiagnosticError, stripSecrets, type Registration } from "../../../model/index.js";
import type { Decision } from "../../../plan/index.js";
import { valueOf } from "../../facts/asked.js";
import { accepted } from "../../providers/accepted.js";
import { lookupRequest } from "../../facts/lookup-request.js";
import { performedAnswer } from "../../facts/planned-answer.js";
import type { PlannedAsked, WalkContext } from "./walk-context.js";
import { notFound } from "../../facts/resource-problem.js";
import { walkProvider } from "./walk-provider.js";
import type { WalkedResource } from "../../facts/walked.js";
import { priorState } from "../../facts/prior-state.js";

/**
 * Plans the read of an object that the stack does not manage. Reads it now if its id and its provider's configuration
 * are known.
 */
export async function planExternal(
  registration: Registration,
  asked: PlannedAsked,
  context: WalkContext,
): Promise<WalkedResource> {
  const { urn } = registration;
  const { pooled, use } = await walkProvider(registration, context);
  const secretId = (await valueOf(registration.externalId!, context.evaluator)).value;
  const id = stripSecrets(secretId);
  const walked = {
    ok: true,
    registration,
    prior: priorState(registration, context.ports.state),
    ...asked,
    ...use,
    planned: undefined,
    decision: { action: "read", reasons: [] } satisfies Decision,
  } as const;
  if (typeof id !== "string" || !pooled.provider.ready) {
    const answer = { ok: true, properties: [{ urn, id: secretId }], others: "unknown" } as const;
    return { ...walked, observed: undefined, answer };
  }
  const request = lookupRequest(registration, id, asked);
  const found = accepted(await context.ask(urn, (call) => pooled.provider.lookup(call, request)));
  if (found.kind === "absent") throw new DiagnosticError(notFound(registration, id));
  return { ...walked, observed: found.stored, answer: performedAnswer(registration, found.stored) };
}
