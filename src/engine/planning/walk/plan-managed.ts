import {
  DiagnosticError,
  type ObjectRow,
  type Planned,
  type Registration,
  type Stored,
} from "../../../model/index.js";
import { decide, decideRepeat, type RepeatFacts } from "../../../plan/index.js";
import type { Absent, Found, PlanRequest, Rejected } from "../../../provider/contract/index.js";
import type { SnapshotIndex } from "../../../state/index.js";
import type { Mutable } from "../../../std/mutable.js";
import type { AtOnce } from "../../../std/index.js";
import {
  managedDifferently,
  priorFacts,
  type PriorState,
  providerMove,
  readRequest,
  repeatedCreate,
} from "../../facts/prior-state.js";
import { refusePlanned } from "../../facts/ephemeral-sinks.js";
import { objectSeed } from "../../facts/object-seed.js";
import { differencesInState } from "../../facts/recorded-of.js";
import { accepted } from "../../providers/accepted.js";
import type { PooledProvider } from "../../providers/provider-pool.js";
import { forcedReplacement } from "./forced-replacement.js";
import { planImport } from "./plan-import.js";
import { plannedAnswer } from "../../facts/planned-answer.js";
import { upgradedState } from "./upgraded-state.js";
import type { PlannedAsked, WalkContext } from "./walk-context.js";
import { externalToManaged } from "../../facts/resource-problem.js";
import { walkProvider } from "./walk-provider.js";
import { inputEquivalence, type WalkedResource } from "../../facts/walked.js";

/** Plans a resource that a provider manages: reads the object, asks the provider for a plan, decides. */
export async function planManaged(
  registration: Registration,
  given: PlannedAsked,
  context: WalkContext,
): Promise<WalkedResource> {
  const { options } = registration;
  const providing = walkProvider(registration, context);
  const provided = providing instanceof Promise ? await providing : providing;
  const { pooled, use } = provided;
  const asked = inKnownSpelling(registration, given, pooled, context);
  const recorded = upgradedState(registration, pooled, context);
  const prior = recorded instanceof Promise ? await recorded : recorded;
  if (options.import !== undefined) {
    const adopted = await planImport(registration, options.import, asked, provided, prior, context);
    if (adopted !== undefined) return adopted;
  }
  if (prior?.row.kind === "external") throw new DiagnosticError(externalToManaged(registration));
  const { state } = context.ports;
  const move = providerMove(prior, use.providedBy, (rid) => state.urnOf(rid));
  const seen = prior && read(registration, prior, pooled, move !== undefined, context);
  const observed = seen instanceof Promise ? await seen : seen;
  const isNew = prior === undefined || observed === "absent" || prior.object.status === "owed";
  const repeats = repeatedCreate(registration.urn, state);
  const forcing = prior === undefined ? [] : forcedReplacement(registration, prior, asked.options, context);
  const forced = forcing instanceof Promise ? await forcing : forcing;
  const moved = managedDifferently(prior, registration, pooled.loaded, observed ? undefined : move);
  const request = requestFor(registration, asked, context, isNew ? undefined : prior, observed);
  request.isReplaced = forced.length > 0 || moved !== undefined || repeats !== undefined;
  const plan = (asking: PlanRequest) =>
    context.ask(registration.urn, (call) => pooled.provider.plan(call, asking));
  const planning = plan(request);
  const planned = accepted(planning instanceof Promise ? await planning : planning);
  const decided = decide({
    kind: "custom",
    prior: prior && priorFacts(prior),
    observed: observed === "absent" ? "absent" : observed === undefined ? "unread" : "present",
    planned,
    managedDifferently: moved,
    forced,
    bookkeeping: differencesInState(registration, prior, asked, planned.inputs, state),
    deleteBeforeReplace: options.deleteBeforeReplace,
  });
  // The new object is independent of the old one, so it is planned from scratch.
  const isPlannedAgain = decided.action === "replace" || (repeats !== undefined && request.mode === "update");
  const performed = isPlannedAgain ? accepted(await plan(asNew(request, registration, context))) : planned;
  refusePlanned(registration, asked.inputs, performed);
  const isReplacing = prior?.object.status === "current";
  const bookkeeping = repeats && repeatDifferences(registration, repeats, asked, performed, state);
  const decision = bookkeeping
    ? decideRepeat({ ...repeatFacts(registration, repeats, performed, pooled), isReplacing, bookkeeping })
    : decided;
  return {
    ok: true,
    registration,
    prior,
    inputs: asked.inputs,
    needs: asked.needs,
    options: asked.options,
    origin: asked.origin,
    globalId: asked.globalId,
    formerUrn: asked.formerUrn,
    provider: use.provider,
    providedBy: use.providedBy,
    observed,
    planned: performed,
    decision,
    repeats,
    answer: plannedAnswer(registration, decision, performed, prior?.stored),
  };
}

function inKnownSpelling(
  registration: Registration,
  asked: PlannedAsked,
  provider: PooledProvider,
  { ports: { asPlanned } }: WalkContext,
): PlannedAsked {
  if (asPlanned === undefined) return asked;
  return asPlanned(registration, asked, inputEquivalence({ registration, provider }));
}

function requestFor(
  { urn, type, options }: Registration,
  { inputs }: PlannedAsked,
  { ports }: WalkContext,
  prior: PriorState | undefined,
  observed: Stored | "absent" | undefined,
): Mutable<PlanRequest> {
  return {
    mode: prior === undefined ? "create" : "update",
    type,
    inputs,
    prior: prior?.stored,
    baseline: prior?.baseline,
    observed: prior === undefined || observed === "absent" ? undefined : observed,
    isReplaced: false,
    replaceOnChanges: options.replaceOnChanges ?? none,
    ignoreChanges: options.ignoreChanges ?? none,
    timeouts: options.customTimeouts,
    seed: objectSeed(urn, prior === undefined ? "next" : "current", ports.state, ports.seed),
  };
}

const none: readonly string[] = [];

function repeatDifferences(
  registration: Registration,
  repeats: ObjectRow,
  asked: PlannedAsked,
  { inputs }: Planned,
  state: SnapshotIndex,
): readonly string[] {
  const prior = { ...repeats, row: state.byUrn.get(registration.urn)!, object: repeats };
  return differencesInState(registration, prior, asked, inputs, state);
}

function repeatFacts(
  { type, options }: Registration,
  { stored }: ObjectRow,
  { inputs: after }: Planned,
  { loaded }: PooledProvider,
): Omit<RepeatFacts, "isReplacing" | "bookkeeping"> {
  const before = stored.inputs;
  return {
    before,
    after,
    replaceOn: [...(loaded.package.replaceFields?.(type) ?? []), ...(options.replaceOnChanges ?? [])],
    ignoreChanges: options.ignoreChanges ?? [],
    isEquivalent: (field) => loaded.package.isEquivalent({ type, field, before, after }),
  };
}

function read(
  registration: Registration,
  prior: PriorState,
  { provider, loaded }: PooledProvider,
  isMoved: boolean,
  { ports, ask }: WalkContext,
): AtOnce<Stored | "absent" | undefined> {
  const isReadable = prior.object.status === "current" && prior.object.package?.name === loaded.record.name;
  if (!isReadable || !provider.ready || ports.options.refresh === false) return undefined;
  const request = readRequest(prior, prior.object);
  const answer = ask(registration.urn, (call) => provider.read(call, request));
  return answer instanceof Promise
    ? answer.then((found) => observedBy(found, isMoved))
    : observedBy(answer, isMoved);
}

function observedBy(answer: Found | Absent | Rejected, isMoved: boolean): Stored | "absent" | undefined {
  // A different configuration may point to the same place. If it does not, a missing object means nothing.
  if (isMoved) return answer.kind === "found" ? answer.stored : undefined;
  const found = accepted(answer);
  return found.kind === "absent" ? "absent" : found.stored;
}

function asNew(
  { type, inputs, prior, replaceOnChanges, ignoreChanges, timeouts }: PlanRequest,
  { urn }: Registration,
  { ports }: WalkContext,
): PlanRequest {
  const seed = objectSeed(urn, "next", ports.state, ports.seed);
  return { mode: "create", type, inputs, replaces: prior, replaceOnChanges, ignoreChanges, timeouts, seed };
}
