import {
  printMonikers,
  type MonikerFacts,
  type Monikers,
  type Registration,
  type ResourceRow,
} from "../../model/index.js";
import type { NamedResource } from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";

/** Returns the names by which a resource of the program can be addressed. */
export function namedRegistration({ urn, name, type }: Registration, monikers: Monikers): NamedResource {
  return { urn, name, type, ...spelled(urn, monikers) };
}

/** Returns the names by which a resource in state can be addressed. */
export function namedRow(row: ResourceRow, state: SnapshotIndex): NamedResource {
  const { rid, urn, name, type } = row;
  const id = state.currentOf(rid)?.stored.id;
  return { urn, name, type, id, ...spelled(urn, stateMonikers(state)) };
}

/** Returns an empty object for a resource without a scope and a global id. */
export function spelled(urn: string, monikers: Monikers): Pick<NamedResource, "moniker" | "formerMoniker"> {
  const found = monikers.get(urn);
  if (found === undefined) return {};
  const { moniker, former } = found;
  return former === undefined ? { moniker } : { moniker, formerMoniker: former };
}

/** Returns the monikers of all resources in the program and in state. The program takes precedence. */
export function monikersOf(registrations: Iterable<Registration>, state: SnapshotIndex): Monikers {
  const facts = new Map<string, MonikerFacts>();
  for (const row of state.byUrn.values()) facts.set(row.urn, factsOfRow(row, state));
  for (const { urn, name, type, scope, parent, options } of registrations)
    facts.set(urn, { urn, name, type, scope, parent: parent?.urn, globalId: options.globalId });
  return printMonikers(facts.values());
}

/** Returns the monikers of all resources in state. */
export function stateMonikers(state: SnapshotIndex): Monikers {
  let known = ofStates.get(state);
  if (known === undefined) {
    known = printMonikers([...state.byUrn.values()].map((row) => factsOfRow(row, state)));
    ofStates.set(state, known);
  }
  return known;
}

const ofStates = new WeakMap<SnapshotIndex, Monikers>();

function factsOfRow(row: ResourceRow, state: SnapshotIndex): MonikerFacts {
  const { urn, name, type, scope, globalId, parent } = row;
  return { urn, name, type, scope, globalId, parent: parent === undefined ? undefined : state.urnOf(parent) };
}
