import {
  isKnown,
  printPosition,
  type Change,
  type Diagnostic,
  type Plan,
  type Reason,
  type Registration,
  type ResourceRow,
  type Snapshot,
  type SourcePosition,
  type ValueObject,
} from "../model/index.js";
import { orderGraph } from "../graph/index.js";
import { expand, type DecidedResource } from "../plan/index.js";
import type { EvaluatorPorts, RecordedProgram } from "../program/index.js";
import type { ProviderCall } from "../provider/contract/index.js";
import { indexSnapshot, type SnapshotIndex } from "../state/index.js";
import { Limiter } from "../std/limiter.js";
import { protectedChanges } from "./plan-problem.js";
import { planRemovals, type WalkedRemoval } from "./plan-removals.js";
import { PlanWalk } from "./plan-walk.js";
import type { ProviderPool } from "./provider-pool.js";
import type { PlanOptions } from "./request.js";
import { resourceCycle } from "./walk-problem.js";
import type { WalkedResource } from "./walked.js";

export interface PlanPorts {
  readonly program: RecordedProgram;
  readonly snapshot: Snapshot;
  readonly pool: ProviderPool;
  readonly evaluation: Pick<EvaluatorPorts, "memory" | "hash">;
  readonly call: (urn: string) => ProviderCall;
  readonly options: PlanOptions;
  /** Why some resources must not be touched, by URN. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
}

/** A plan with everything that apply needs to carry it out in this process. */
export interface WorkedPlan {
  readonly ok: true;
  readonly plan: Plan;
  readonly resources: ReadonlyMap<string, WalkedResource>;
  readonly removals: readonly WalkedRemoval[];
  readonly state: SnapshotIndex;
  readonly pool: ProviderPool;
  readonly program: RecordedProgram;
}

export interface RefusedPlan {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

/** Plans a program against a state: what is to be done, to what, in which order; or why that cannot be said. */
export async function makePlan(ports: PlanPorts): Promise<WorkedPlan | RefusedPlan> {
  const { program, snapshot, options } = ports;
  // A program that fails may still be destroyed: recorded configurations serve then.
  if (program.diagnostics.length > 0 && !options.destroy)
    return { ok: false, diagnostics: program.diagnostics };
  const state = indexSnapshot(snapshot);
  const { pool } = ports;
  const limiter = new Limiter(plannedAtOnce);
  const walk = new PlanWalk({ ...ports, state, pool, limiter });
  const walked = options.destroy ? [] : await walk.run();
  const skipped = options.destroy ? nothingSkipped : await skippedCallbacks(walk, program);
  const registered = new Map(program.registrations.map((each) => [each.urn, each]));
  const removals = await planRemovals({
    ...ports,
    state,
    pool,
    limiter,
    wanted: options.destroy ? new Map() : registered,
    configuration: (urn) => configurationOf(walk, registered.get(urn)),
    config: program.recorder.settings.config ?? {},
    refresh: options.refresh !== false,
    notRun: (row) => reasonNotRun(row, skipped.nodes, state),
  });
  const outputs = options.destroy ? noOutputs : await walk.evaluator.evaluate(program.outputs);
  const resources = new Map(
    walked.flatMap((each) => (each.ok ? [[each.registration.urn, each] as const] : [])),
  );
  const heldBack = new Set([...ports.held.values()].flat());
  const diagnostics = distinct([
    ...walked.flatMap((each) => (each.ok ? [] : each.answer.diagnostics)),
    ...skipped.diagnostics,
    ...removals.diagnostics,
    ...(outputs.ok ? [] : outputs.diagnostics),
    ...protectedChanges([...resources.values()], removals.removals),
  ]).filter((diagnostic) => !heldBack.has(diagnostic));
  const ordered = orderGraph({ nodes: [...resources.keys()], needs: (urn) => needsOf(resources.get(urn)) });
  if ("cycle" in ordered)
    diagnostics.push(resourceCycle(ordered.cycle.map((urn) => resources.get(urn)!.registration)));
  if (diagnostics.length > 0 || "cycle" in ordered) {
    return { ok: false, diagnostics };
  }
  const decided = ordered.order.map((urn) => decidedResource(resources.get(urn)!));
  const leaving = removals.removals.flatMap((each) =>
    each.by === "keep" ? [] : [{ urn: each.row.urn, object: each.object, by: each.by }],
  );
  const plan: Plan = {
    lineage: snapshot.lineage,
    base: snapshot.head,
    changes: [...[...resources.values()].map(changeOf), ...removals.removals.map(removalChange)],
    steps: expand(decided, leaving, (urn) => recordedDependents(state, urn)),
    outputs: outputs.ok ? (outputs.value as ValueObject) : snapshot.outputs,
    held: [...heldBack],
    warnings: program.recorder.warnings,
  };
  return { ok: true, plan, resources, removals: removals.removals, state, pool, program };
}

/** Reads and plans go out at the same time up to here; the steps of an apply have a limit of their own. */
const plannedAtOnce = 64;

function needsOf(walked: WalkedResource | undefined): readonly string[] {
  return walked?.needs.map(({ to }) => to.urn) ?? [];
}

function decidedResource({ registration, decision, prior, needs, options }: WalkedResource): DecidedResource {
  const { urn, kind } = registration;
  const replaced = decision.reasons.flatMap((reason) =>
    reason.kind === "fields" ? reason.fields.filter(({ replaces }) => replaces).map(({ path }) => path) : [],
  );
  return {
    urn,
    action: decision.action as DecidedResource["action"],
    ...(decision.replaceOrder !== undefined && { replaceOrder: decision.replaceOrder }),
    isManaged: kind === "custom" || kind === "external",
    ...(prior !== undefined && { object: { rid: prior.row.rid, generation: prior.object.generation } }),
    removeBy: options.retainOnDelete ? "forget" : "delete",
    needs: needs.map(({ to }) => to.urn),
    replacedThrough: needs.flatMap(({ to, kind: need, field }) =>
      need === "deleted-with" || (field !== undefined && replaced.some((path) => isWithin(path, field)))
        ? [to.urn]
        : [],
    ),
  };
}

function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);
}

function changeOf(walked: WalkedResource): Change {
  const { registration, decision, prior, observed, planned, inputs } = walked;
  const { urn, type, name, kind, position, sequence } = registration;
  return {
    urn,
    type,
    name,
    kind,
    action: decision.action,
    reasons: decision.reasons,
    ...(prior !== undefined && { rid: prior.row.rid, prior: prior.stored }),
    ...(position !== undefined && { position }),
    sequence,
    ...(observed !== undefined && observed !== "absent" && { observed }),
    ...(planned !== undefined && { planned }),
    inputs,
  };
}

function removalChange({ row, object, by, reason }: WalkedRemoval): Change {
  const { urn, type, name, kind, position, rid } = row;
  const action = by === "keep" ? "undetermined" : by;
  return {
    urn,
    type,
    name,
    kind,
    action,
    reasons: [reason],
    rid,
    prior: object.stored,
    ...(position !== undefined && { position }),
    sequence: [],
    inputs: object.stored.inputs,
  };
}

function recordedDependents(state: SnapshotIndex, urn: string): readonly string[] {
  const row = state.byUrn.get(urn);
  return row === undefined ? [] : state.dependents(row.rid).map(({ rid }) => state.urnOf(rid));
}

async function configurationOf(
  walk: PlanWalk,
  registration: Registration | undefined,
): Promise<ValueObject | undefined> {
  if (registration === undefined) return undefined;
  const walked = await walk.walk(registration);
  return walked.ok ? walked.inputs : undefined;
}

interface SkippedCallbacks {
  readonly nodes: readonly SkippedCallback[];
  readonly diagnostics: readonly Diagnostic[];
}

const nothingSkipped: SkippedCallbacks = { nodes: [], diagnostics: [] };
const noOutputs = { ok: true, value: {}, dependencies: new Set<never>() } as const;

interface SkippedCallback {
  readonly position: SourcePosition | undefined;
  readonly waitsFor: ReadonlySet<string>;
}

/** The callbacks that did not run because what they are given is known after apply; and the problems of others. */
async function skippedCallbacks(walk: PlanWalk, { recorder }: RecordedProgram): Promise<SkippedCallbacks> {
  const nodes: SkippedCallback[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const node of recorder.callbacks) {
    const input = await walk.evaluator.evaluate(node.to);
    if (input.ok && !isKnown(input.value)) {
      const waitsFor = new Set([...input.dependencies].map(({ urn }) => urn));
      nodes.push({ position: node.position, waitsFor });
    }
    const result = await walk.evaluator.evaluate(node);
    if (!result.ok) diagnostics.push(...result.diagnostics);
  }
  return { nodes, diagnostics };
}

/** A callback counts as the one that made a resource if it stands where that stood, or waits for what that waited for. */
function reasonNotRun(
  row: ResourceRow,
  skipped: readonly SkippedCallback[],
  state: SnapshotIndex,
): Reason | undefined {
  const origins = row.origin.map(({ position, waitsFor }) => ({
    place: position && printPosition(position),
    waitsFor: waitsFor.map((rid) => state.urnOf(rid)),
  }));
  const node = skipped.find(({ position, waitsFor }) =>
    origins.some(
      (origin) =>
        (position !== undefined && printPosition(position) === origin.place) ||
        origin.waitsFor.some((urn) => waitsFor.has(urn)),
    ),
  );
  if (node === undefined) return undefined;
  return { kind: "callback-did-not-run", ...(node.position && { position: node.position }) };
}

function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Set(diagnostics)];
}
