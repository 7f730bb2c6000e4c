import type { Diagnostic, Registration, RowRename, Snapshot } from "../../../model/index.js";
import { match, type Claimant, type Matched } from "../../../plan/index.js";
import {
  carriedRenames,
  collidingRenames,
  followMoves,
  renameRows,
  type Moves,
  type Renamed,
} from "../../../state/index.js";
import type { ProgramSettings } from "../../../sdk/internal.js";
import type { PlanPorts, RefusedPlan } from "../make-plan.js";
import { GlobalIds } from "./global-ids.js";
import { knownAliases } from "./known-aliases.js";
import { suggestRenames } from "./suggest-renames.js";
import type { WorkedPlan } from "../../facts/worked-plan.js";

export interface NamingPorts extends Omit<PlanPorts, "names"> {
  /** The renames that all stacks of the project follow. */
  readonly moves: Moves;
}

type Make = (ports: PlanPorts) => Promise<WorkedPlan | RefusedPlan>;

/**
 * Makes a plan on state with the names of the program. Callbacks may declare more resources meanwhile. If that changes
 * how names are matched, the plan is made again with everything they declared; the callbacks do not run again.
 */
export async function planByNames(ports: NamingPorts, make: Make): Promise<WorkedPlan | RefusedPlan> {
  const { program, options } = ports;
  const moved = followMoves(ports.snapshot, ports.moves, environmentOf(program.recorder.settings));
  const isIncomplete = program.diagnostics.length > 0 || program.recorder.late.length > 0;
  if (options.refreshOnly || (isIncomplete && !options.destroy))
    return planOn(ports, make, { moved, named: moved, found: nothing, globalIds: new GlobalIds(ports) });
  const globalIds = new GlobalIds(ports);
  let found = await matchProgram(program.registrations, moved.snapshot, globalIds);
  for (;;) {
    const [first] = options.destroy ? [] : found.problems;
    if (first !== undefined) return { ok: false, diagnostics: found.problems };
    const named = options.destroy ? moved : renamedTo(moved.snapshot, found.renames);
    const count = program.registrations.length;
    const planned = await planOn(ports, make, { moved, named, found, globalIds });
    if (options.destroy || program.registrations.length === count) return planned;
    const again = await matchProgram(program.registrations, moved.snapshot, globalIds);
    if (again.problems.length === 0 && isSame(again.renames, found.renames)) return planned;
    found = again;
  }
}

interface Naming {
  /** State after the recorded renames, with the names of the program. */
  readonly moved: Renamed;
  readonly named: Renamed;
  readonly found: Matched;
  readonly globalIds: GlobalIds;
}

async function planOn(ports: NamingPorts, make: Make, naming: Naming): Promise<WorkedPlan | RefusedPlan> {
  const { moved, named, found, globalIds } = naming;
  const urns = new Map(found.renames.map(({ rid, urn }) => [moved.snapshot.resources.get(rid)?.urn, urn]));
  const isMatched = named !== moved;
  const from = new Map([...(isMatched ? named.from : []), ...moved.from]);
  const planned = await make({
    ...ports,
    snapshot: named.snapshot,
    held: heldUnder(ports.held, ports.snapshot, named.snapshot),
    names: {
      formerOf: (rid) => (isMatched ? named.from.get(rid) : undefined),
      recordedOf: (rid) => from.get(rid),
      globalIdOf: (registration) => globalIds.of(registration),
      programUrn: (urn) => (isMatched ? urn : (urns.get(urn) ?? urn)),
    },
  });
  if (!planned.ok) return planned;
  const { plan } = planned;
  return {
    ...planned,
    renames: isMatched ? [...moved.changes, ...named.changes] : moved.changes,
    plan: {
      ...plan,
      changes: plan.changes.map((change) => {
        const renamedFrom = change.rid === undefined ? undefined : from.get(change.rid);
        return renamedFrom === undefined || renamedFrom === change.urn ? change : { ...change, renamedFrom };
      }),
      warnings: [...plan.warnings, ...globalIds.warnings],
      suggestions: suggestRenames(planned),
    },
  };
}

async function matchProgram(
  registrations: readonly Registration[],
  snapshot: Snapshot,
  globalIds: GlobalIds,
): Promise<Matched> {
  await globalIds.prepare(registrations);
  const claimants = new Map<Registration, Claimant>();
  for (const registration of registrations) {
    const found = globalIds.of(registration);
    const globalId = found instanceof Promise ? await found : found;
    const { urn, kind, scope, position } = registration;
    const given = knownAliases(registration, globalIds.evaluator);
    const aliases = given instanceof Promise ? await given : given;
    const parent = registration.parent && claimants.get(registration.parent);
    claimants.set(registration, {
      urn,
      kind,
      aliases,
      parent,
      globalId,
      scope,
      position,
    });
  }
  return match([...claimants.values()], snapshot.resources.values());
}

const nothing: Matched = { renames: [], problems: [] };

/** Renames rows. Children that are no longer in the program are renamed too, unless their new name is taken. */
function renamedTo(snapshot: Snapshot, renames: readonly RowRename[]): Renamed {
  const carried = carriedRenames(snapshot, renames);
  const colliding = new Set(collidingRenames(snapshot, [...renames, ...carried]).map(({ rename }) => rename));
  return renameRows(snapshot, [...renames, ...carried.filter((rename) => !colliding.has(rename))]);
}

function heldUnder(
  held: ReadonlyMap<string, readonly Diagnostic[]>,
  before: Snapshot,
  after: Snapshot,
): ReadonlyMap<string, readonly Diagnostic[]> {
  if (held.size === 0) return held;
  const rows = [...before.resources.values()].filter(({ urn }) => held.has(urn));
  return new Map(rows.map(({ rid, urn }) => [after.resources.get(rid)?.urn ?? urn, held.get(urn)!]));
}

function isSame(a: readonly RowRename[], b: readonly RowRename[]): boolean {
  const keys = (renames: readonly RowRename[]) => renames.map(({ rid, urn }) => `${rid} ${urn}`).sort();
  return keys(a).join("\n") === keys(b).join("\n");
}

/** The stack part of URNs. */
export function environmentOf({ stack, namespace }: Pick<ProgramSettings, "stack" | "namespace">): string {
  return namespace === undefined ? stack : `${stack}:${namespace}`;
}
