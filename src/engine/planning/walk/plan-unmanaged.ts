import type { Registration, ValueObject } from "../../../model/index.js";
import { decide } from "../../../plan/index.js";
import { priorFacts, priorState } from "../../facts/prior-state.js";
import { differencesInState } from "../../facts/recorded-of.js";
import { withSecretSettings } from "../../providers/provider-settings.js";
import { evaluateOffer } from "../../facts/evaluate-offer.js";
import { componentAnswer } from "../../facts/planned-answer.js";
import type { PlannedAsked, WalkContext } from "./walk-context.js";
import type { WalkedResource } from "../../facts/walked.js";

/** Plans a component or a provider configuration. They are only recorded; no provider is called. */
export async function planUnmanaged(
  registration: Registration,
  given: PlannedAsked,
  context: WalkContext,
): Promise<WalkedResource> {
  const { state, pool, call } = context.ports;
  const asked = await context.busy(() =>
    withSecretSettings(registration, given, pool, call(registration.urn)),
  );
  const prior = priorState(registration, state);
  const offered = registration.outputs && (await evaluateOffer(registration, context.evaluator));
  const decision = decide({
    kind: "component",
    ...(prior !== undefined && { prior: priorFacts(prior) }),
    observed: "unread",
    forced: [],
    bookkeeping:
      prior === undefined ? [] : differencesInState(registration, prior, asked, asked.inputs, state),
  });
  // Its outputs come from its children. A failed child does not prevent the component or the other children from being
  // planned.
  const answer =
    offered?.ok === false
      ? offered
      : componentAnswer(registration, asked.inputs, (offered?.value ?? {}) as ValueObject);
  return { ...unmanaged, ok: true, registration, prior, ...asked, decision, answer };
}

const unmanaged = { provider: undefined, providedBy: undefined, observed: undefined, planned: undefined };
