import {
  type Change,
  type Diagnostic,
  type Expression,
  isKnown,
  objectKey,
  operandsOf,
  type Plan,
  type PlannedDelete,
  type Registration,
  type ResourceId,
  type Snapshot,
  type Step,
  type ValueObject,
} from "../../model/index.js";
import { orderGraph } from "../../graph/index.js";
import type { Sighting } from "../../plan/index.js";
import type { Dependencies, RecordedProgram } from "../../program/index.js";
import type { CallOf } from "../../provider/contract/index.js";
import { indexSnapshot, type SnapshotIndex } from "../../state/index.js";
import { Limiter } from "../../std/limiter.js";
import { type Asked, withPlace } from "../facts/asked.js";
import { evaluateOutputs, type ProgramOutputs } from "../facts/program-outputs.js";
import type { EvaluationPorts } from "../facts/evaluation-ports.js";
import { CallbackRuns } from "./callback-runs.js";
import { importConflicts } from "./import-problem.js";
import { LeftAlone } from "./left-alone.js";
import {
  lostHooks,
  manyGoneProblem,
  protectedChanges,
  replacedUnder,
  sharedObjects,
} from "./plan-problem.js";
import { monikersOf } from "../facts/named-resource.js";
import type { Names } from "../facts/names.js";
import type { SeedPort } from "../facts/object-seed.js";
import { planOutputs } from "./plan-outputs.js";
import { planRemovals, type WalkedRemovals } from "./plan-removals.js";
import { addSighting } from "./sighting.js";
import { needsOf, planSteps } from "./plan-steps.js";
import { PlanWalk } from "./walk/plan-walk.js";
import type { AsPlanned } from "./walk/walk-context.js";
import { PredictedValues } from "../facts/predicted-values.js";
import { blockedReplacements, replacedApart } from "../targets/still-needed.js";
import { TargetSelection } from "../targets/target-selection.js";
import { withinSelection } from "./within-selection.js";
import type { ProviderPool } from "../providers/provider-pool.js";
import type { RecordedProviderPorts } from "../providers/recorded-provider.js";
import type { PlanOptions } from "../facts/request.js";
import { resourceCycle } from "../facts/resource-problem.js";
import { failedWalk, type FailedWalk, type WalkedResource } from "../facts/walked.js";
import type { WorkedPlan } from "../facts/worked-plan.js";

export interface PlanPorts {
  readonly program: RecordedProgram;
  readonly snapshot: Snapshot;
  readonly pool: ProviderPool;
  readonly evaluation: EvaluationPorts;
  readonly call: CallOf;
  readonly options: PlanOptions;
  /** Resources that must not be touched, by URN, with the reasons. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Called with the evaluated declaration of each resource. */
  readonly onAsked?: ((registration: Registration, asked: Asked) => void) | undefined;
  readonly asPlanned?: AsPlanned | undefined;
  readonly names: Names;
  readonly seed: SeedPort;
  readonly settingsNow: RecordedProviderPorts["settingsNow"];
  /** The plans of interrupted deletes, by object. */
  readonly interruptedDeletes: ReadonlyMap<string, PlannedDelete>;
}

export interface RefusedPlan {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Plans a program against a state. Returns the changes and their steps in order, or the reasons why there is no plan.
 */
export async function makePlan(ports: PlanPorts): Promise<WorkedPlan | RefusedPlan> {
  const { program, options } = ports;
  // A program that fails can still be destroyed, with the recorded configurations.
  const incomplete = [...program.diagnostics, ...program.recorder.late];
  if (incomplete.length > 0 && !options.destroy) return { ok: false, diagnostics: distinct(incomplete) };
  return conclude(ports, await findOut(ports));
}

type Findings = Awaited<ReturnType<typeof findOut>>;

/** Plans all declared resources and the removal of all others. */
async function findOut(ports: PlanPorts) {
  const { program, snapshot, options, pool } = ports;
  const state = indexSnapshot(snapshot);
  const limiter = new Limiter(options.parallel ?? plannedAtOnce);
  const selection = new TargetSelection({ ...ports, ...ports.names, state });
  const walk = new PlanWalk({ ...ports, state, pool, limiter, selection });
  const walked = options.destroy ? [] : await walk.run();
  const within = withinSelection(walked, selection);
  const untouched = selection.untouchedRows(touchedUrns(within.walked));
  const callbacks = options.destroy ? new CallbackRuns() : await CallbackRuns.of(walk.evaluator, program);
  const registered = new Map<string, Registration>();
  for (const each of program.registrations) if (!walk.left.has(each)) registered.set(each.urn, each);
  const removals = await planRemovals({
    ...ports,
    state,
    pool,
    limiter,
    wanted: options.destroy ? new Map() : registered,
    configuration: (urn) => configurationOf(walk, registered.get(ports.names.programUrn(urn))),
    settings: program.recorder.settings,
    refresh: options.refresh !== false,
    notRun: (row) => callbacks.reasonNotRun(row, state),
    replaced: within.walked.flatMap((each) => (each.ok && each.decision.action === "replace" ? [each] : [])),
    untouched,
    neededByExcluded: selection.neededByExcluded(),
  });
  const outputs = options.destroy ? noOutputs : await evaluateOutputs(program.outputs, walk.evaluator);
  return { state, walk, within, untouched, callbacks, removals, outputs };
}

function conclude(ports: PlanPorts, findings: Findings): WorkedPlan | RefusedPlan {
  const { program, snapshot, options, pool } = ports;
  const { state, walk, within, untouched, callbacks, removals, outputs } = findings;
  const walked = withFormers(within.walked, removals);
  const { dependenciesOf } = walk.evaluator;
  const predicted = predictedIn(walked, dependenciesOf);
  const alone = new LeftAlone({
    walked,
    removals: removals.removals,
    state,
    held: ports.held,
    childrenOf: (parent) => program.recorder.childrenOf(parent),
    dependenciesOf,
    predicted,
  });
  const diagnostics = problemsIn(ports, findings, walked, alone);
  const isMistake = (each: Diagnostic) => !alone.because.has(each);
  const ordered = inOrder(alone.resources, predicted);
  if ("refused" in ordered) return refused([...diagnostics, ordered.refused], ports);
  if (diagnostics.some(isMistake)) return refused(diagnostics, ports);
  const steps = stepsOf(ports, { ...findings, predicted }, alone, ordered.order);
  const apart = replacedApart(steps, { snapshot, state, untouched });
  if (apart.length > 0) return { ok: false, diagnostics: apart };
  const leaving = alone.removals;
  const registrationOf = finderOf(ports);
  const { resources, changes } = alone;
  const evaluated = leavesSomething(changes, ports) ? undefined : outputs;
  const outputPorts = { evaluated, program, evaluator: walk.evaluator, resources, changes, predicted };
  const { lastOutputs, ...stackOutputs } = planOutputs(snapshot.outputs, outputPorts);
  const plan: Plan = {
    lineage: snapshot.lineage,
    base: snapshot.head,
    changes,
    monikers: printerOf(walked, state),
    steps,
    ...stackOutputs,
    held: [...alone.because],
    warnings: [
      ...program.recorder.warnings,
      ...pool.warnings,
      ...lostHooks(leaving, registrationOf),
      ...sharedObjects(alone.resources.values(), leaving),
      ...replacedUnder(blockedReplacements(steps, { snapshot, state, untouched: undetermined(changes) })),
    ],
    suggestions: [],
    ...(callbacks.skipped.length > 0 && { skipped: callbacks.skipped }),
  };
  return {
    ok: true,
    plan,
    resources: alone.resources,
    removals: leaving,
    state,
    pool,
    program,
    registrationOf,
    asked: walk.asked,
    isDestroy: options.destroy ?? false,
    lastOutputs,
    predicted: predicted.fields,
  };
}

function predictedIn(
  walked: readonly (WalkedResource | FailedWalk)[],
  dependenciesOf: (expression: Expression) => Dependencies,
): PredictedValues {
  return PredictedValues.of(
    walked.filter((each) => each.ok),
    dependenciesOf,
  );
}

/*
 * Both functions are kept with the plan. They are defined here because closures of one function share all captured
 * variables: defined in `conclude`, they would retain the whole walk, a quarter of the memory of a plan.
 */
function finderOf({ program, names }: PlanPorts): WorkedPlan["registrationOf"] {
  return (urn) => program.recorder.registered(names.programUrn(urn));
}

function printerOf(walked: readonly (WalkedResource | FailedWalk)[], state: SnapshotIndex): Plan["monikers"] {
  const registrations = walked.map(({ registration }) => registration);
  return () => monikersOf(registrations, state);
}

/** Returns the resources that a callback that did not run may still declare. They are kept until then. */
function undetermined(changes: readonly Change[]): ReadonlySet<ResourceId> {
  return new Set(changes.flatMap(({ action, rid }) => (action === "undetermined" ? (rid ?? []) : [])));
}

/** True if a destroy keeps part of the stack: then it keeps the outputs too. */
function leavesSomething(changes: readonly Change[], { options, held }: PlanPorts): boolean {
  if (!options.destroy) return false;
  return held.size > 0 || changes.some(({ action }) => action === "skip" || action === "failed");
}

/**
 * Adds the fate of the old object to each replacement. An object that another resource uses is kept. If the provider
 * refuses the delete, the replacement fails.
 */
function withFormers(
  walked: readonly (WalkedResource | FailedWalk)[],
  { inUse, formers }: Pick<WalkedRemovals, "inUse" | "formers">,
): readonly (WalkedResource | FailedWalk)[] {
  if (inUse.size === 0 && formers.size === 0) return walked;
  return walked.map((each) => {
    if (!each.ok || each.decision.action !== "replace") return each;
    const { row, object } = each.prior!;
    const formerInUse = inUse.get(objectKey(row.rid, object.generation));
    if (formerInUse !== undefined) return { ...each, formerInUse };
    const former = formers.get(each.registration.urn);
    if (former === undefined) return each;
    if (former.ok) return { ...each, plannedDelete: former.planned };
    return { ...failedWalk(each.registration, former.diagnostics), isRefused: former.isRefused };
  });
}

/** Returns all problems. A failed provider call fails only its resource; every other problem fails the plan. */
function problemsIn(
  ports: PlanPorts,
  findings: Findings,
  walked: readonly (WalkedResource | FailedWalk)[],
  alone: LeftAlone,
): Diagnostic[] {
  const { program, options } = ports;
  const { state, within, callbacks, removals, outputs } = findings;
  const planned = [...alone.resources.values()];
  const sightings: Sighting[] = [];
  for (const each of planned) addSighting(sightings, each);
  for (const each of removals.removals)
    if (each.by !== "failed" && each.sighting !== undefined) sightings.push(each.sighting);
  return distinct([
    ...walked.flatMap(problemsOf),
    ...within.diagnostics,
    ...callbacks.diagnostics,
    ...removals.removals.flatMap((each) => (each.by === "failed" ? each.diagnostics : [])),
    ...removals.diagnostics,
    ...outputs.diagnostics,
    ...protectedChanges(planned, alone.removals, ports.names),
    ...importConflicts(planned, state),
    ...manyGoneProblem(sightings, options),
    ...(options.destroy ? [] : program.recorder.late),
  ]);
}

/** Outputs of a component that is left out of the plan are ignored. */
function problemsOf(walked: WalkedResource | FailedWalk): readonly Diagnostic[] {
  if (walked.answer.ok || (walked.ok && walked.decision.action === "skip")) return none;
  return walked.answer.diagnostics;
}

const none: readonly Diagnostic[] = [];

/** Returns a refused plan. Resources that must not be touched are shown in plans and are no reason to refuse one. */
function refused(diagnostics: readonly Diagnostic[], { held }: PlanPorts): RefusedPlan {
  const heldBack = new Set([...held.values()].flat());
  return { ok: false, diagnostics: diagnostics.filter((each) => !heldBack.has(each)) };
}

function inOrder(
  resources: ReadonlyMap<string, WalkedResource>,
  predicted: PredictedValues,
): { readonly order: readonly string[] } | { readonly refused: Diagnostic } {
  const ordered = orderGraph({
    nodes: [...resources.keys()],
    needs: (urn) => needsOf(resources.get(urn)!, predicted),
  });
  if (!("cycle" in ordered)) return ordered;
  return { refused: resourceCycle(ordered.cycle.map((urn) => resources.get(urn)!.registration)) };
}

/**
 * Returns the steps of the resources that go ahead. A replacement that would require a change of a resource that is
 * left alone is left alone too.
 */
function stepsOf(
  { snapshot }: PlanPorts,
  { state, walk, untouched, removals, predicted }: Findings & { readonly predicted: PredictedValues },
  alone: LeftAlone,
  order: readonly string[],
): readonly Step[] {
  for (;;) {
    const { resources } = alone;
    const steps = planSteps({
      order: order.flatMap((urn) => resources.get(urn) ?? []),
      removals: alone.removals,
      kept: removals.kept,
      state,
      isLeftAlone: (urn) => alone.has(urn) || untouched.has(state.byUrn.get(urn)!.rid),
      isUnsteady: walk.stacks.areAsked ? otherStackReader() : () => false,
      predicted,
    });
    const { rids } = alone;
    const blocked = rids.size === 0 ? [] : blockedReplacements(steps, { snapshot, state, untouched: rids });
    if (blocked.length === 0) return steps;
    alone.addBlocked(blocked);
  }
}

/** The default concurrency limit of reads and plans. The steps of an apply have their own limit. */
const plannedAtOnce = 64;

function touchedUrns(walked: readonly (WalkedResource | FailedWalk)[]): ReadonlySet<string> {
  const touched = new Set<string>();
  for (const each of walked)
    if (each.ok && each.decision.action !== "skip") touched.add(each.registration.urn);
  return touched;
}

/** Undefined while it is unknown: callers use the recorded configuration until then. */
async function configurationOf(
  walk: PlanWalk,
  registration: Registration | undefined,
): Promise<ValueObject | undefined> {
  if (registration === undefined) return undefined;
  const walked = await walk.walk(registration);
  return walked.ok && isKnown(walked.inputs) ? walked.inputs : undefined;
}

const noOutputs: ProgramOutputs = { ok: true, value: {}, failed: new Set(), diagnostics: [] };

function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Set(diagnostics.map(withPlace))];
}

/**
 * Returns a function that tells whether the inputs of a resource come from outputs of another stack, which may change
 * between plan and apply. Stack outputs that a callback reads on its own are not detected.
 */
function otherStackReader(): (registration: Registration) => boolean {
  const clean = new Set<Expression>();
  return ({ inputs, externalId }) => {
    const seen = new Set([inputs, ...(externalId === undefined ? [] : [externalId])]);
    for (const expression of seen) {
      if (expression.kind === "ask" && expression.question.kind === "stack-outputs") return true;
      for (const operand of operandsOf(expression)) if (!clean.has(operand)) seen.add(operand);
    }
    for (const expression of seen) clean.add(expression);
    return false;
  };
}
