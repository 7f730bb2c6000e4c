import {
  DiagnosticError,
  type ObjectRow,
  type Planned,
  type Registration,
  type Stored,
} from "../../../model/index.js";
import { decide, decideRepeat, type RepeatFacts } from "../../../plan/index.js";
import type { PlanRequest } from "../../../provider/contract/index.js";
import { managedDifferently, priorFacts, providerMove } from "../../facts/prior-facts.js";
import { differencesInState } from "../../facts/recorded-of.js";
import { repeatedCreate } from "../../facts/repeated-create.js";
import { accepted } from "../../providers/accepted.js";
import type { PooledProvider } from "../../providers/provider-pool.js";
import { forcedReplacement } from "./forced-replacement.js";
import { planImport } from "./plan-import.js";
import { plannedAnswer } from "./planned-answer.js";
import { upgradedState } from "./prior-state.js";
import type { PlannedAsked, WalkContext } from "./walk-context.js";
import { externalToManaged } from "./walk-problem.js";
import { walkProvider } from "./walk-provider.js";
import type { PriorState, WalkedResource } from "./walked.js";

/** Plans a resource that a provider manages: reads what is there, asks the provider what it would do, decides. */
export async function planManaged(
  registration: Registration,
  asked: PlannedAsked,
  context: WalkContext,
): Promise<WalkedResource> {
  const { type, options } = registration;
  const provided = await walkProvider(registration, context);
  const { pooled, use } = provided;
  const prior = await upgradedState(registration, pooled, context);
  const adopted = await planImport(registration, asked, provided, prior, context);
  if (adopted !== undefined) return adopted;
  if (prior?.row.kind === "external") throw new DiagnosticError(externalToManaged(registration));
  const { state } = context.ports;
  const move = providerMove(prior, use.providedBy, (rid) => state.urnOf(rid));
  const observed = prior && (await read(registration, prior, pooled, move !== undefined, context));
  const isNew = prior === undefined || observed === "absent" || prior.object.status === "owed";
  const request: PlanRequest = {
    mode: isNew ? "create" : "update",
    type,
    inputs: asked.inputs,
    ...(!isNew && { prior: prior.stored, baseline: prior.baseline }),
    ...(!isNew && observed !== undefined && { observed }),
    replaceOnChanges: options.replaceOnChanges ?? none,
    ignoreChanges: options.ignoreChanges ?? none,
  };
  const plan = async (asking: PlanRequest): Promise<Planned> =>
    accepted(await context.ask(registration.urn, (call) => pooled.provider.plan(call, asking)));
  const planned = await plan(request);
  const repeats = repeatedCreate(registration.urn, state);
  const decided = decide({
    kind: "custom",
    ...(prior !== undefined && { prior: priorFacts(prior) }),
    observed: observed === "absent" ? "absent" : observed === undefined ? "unread" : "present",
    planned,
    ...managedDifferently(prior, registration, pooled.loaded, observed === undefined ? move : undefined),
    forced: prior === undefined ? [] : await forcedReplacement(registration, prior, asked.options, context),
    bookkeeping:
      prior === undefined ? [] : differencesInState(registration, prior, asked, planned.inputs, state),
    ...(options.deleteBeforeReplace !== undefined && { deleteBeforeReplace: options.deleteBeforeReplace }),
  });
  // The new object knows nothing of the old one: what it will be is planned afresh.
  const isPlannedAgain = decided.action === "replace" || (repeats !== undefined && request.mode === "update");
  const performed = isPlannedAgain ? await plan(asNew(request)) : planned;
  const decision =
    repeats === undefined
      ? decided
      : decideRepeat({
          ...repeatFacts(registration, repeats, performed, pooled),
          isReplacing: prior?.object.status === "current",
          bookkeeping: differencesInState(
            registration,
            { ...repeats, row: state.byUrn.get(registration.urn)!, object: repeats },
            asked,
            performed.inputs,
            state,
          ),
        });
  return {
    ok: true,
    registration,
    prior,
    ...asked,
    ...use,
    observed,
    planned: performed,
    decision,
    repeats,
    answer: plannedAnswer(registration, decision, performed, prior?.stored),
  };
}

const none: readonly string[] = [];

function repeatFacts(
  { type, options }: Registration,
  { stored }: ObjectRow,
  { inputs: after }: Planned,
  { provider, loaded }: PooledProvider,
): Omit<RepeatFacts, "isReplacing" | "bookkeeping"> {
  const before = stored.inputs;
  return {
    before,
    after,
    replaceOn: [...(loaded.package.replaceFields?.(type) ?? []), ...(options.replaceOnChanges ?? [])],
    ignoreChanges: options.ignoreChanges ?? [],
    isEquivalent: (field) => provider.isEquivalent({ type, field, before, after }),
  };
}

async function read(
  registration: Registration,
  prior: PriorState,
  { provider, loaded }: PooledProvider,
  isMoved: boolean,
  { ports, ask }: WalkContext,
): Promise<Stored | "absent" | undefined> {
  const isReadable = prior.object.status === "current" && prior.object.package?.name === loaded.record.name;
  if (!isReadable || !provider.ready || ports.options.refresh === false) return undefined;
  const answer = await ask(registration.urn, (call) => provider.read(call, { prior: prior.stored }));
  // Another configuration may lead to the same place. Where it does not, it says nothing about the object.
  if (isMoved) return answer.kind === "found" ? answer.stored : undefined;
  const found = accepted(answer);
  return found.kind === "absent" ? "absent" : found.stored;
}

function asNew({ type, inputs, replaceOnChanges, ignoreChanges }: PlanRequest): PlanRequest {
  return { mode: "create", type, inputs, replaceOnChanges, ignoreChanges };
}
