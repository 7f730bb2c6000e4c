import {
  DiagnosticError,
  type Diagnostic,
  type ObjectRow,
  type PackageRecord,
  type ResourceRow,
} from "../../model/index.js";
import { findResource, findResources, noSuchResource } from "../../plan/index.js";
import type { ConfiguredProvider, ProviderCall } from "../../provider/contract/index.js";
import { engineProblem } from "../../engine/index.js";
import { namedRow } from "../../engine/index.js";
import { recordedProvider, upgradedObject, type RecordedProviderPorts } from "../../engine/index.js";

export type ObservePorts = RecordedProviderPorts;

/** A resource with logs or counters. */
export interface ObservedResource {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  /** The package that manages it. */
  readonly package?: PackageRecord;
}

/** An observed resource with its provider. */
export interface Observed extends ObservedResource {
  readonly provider: ConfiguredProvider;
  readonly call: ProviderCall;
  readonly object: ObjectRow;
}

export interface ChosenRow {
  readonly row: ResourceRow;
  /** True if the user named the resource itself: then it is an error if it offers nothing. */
  readonly isNamed: boolean;
}

/**
 * Returns the resources with objects that match the given URNs, monikers, names, ids or patterns. A component
 * stands for all resources in it. Without `texts`, returns all resources of the stack.
 */
export function chosenRows(texts: readonly string[] | undefined, ports: ObservePorts): readonly ChosenRow[] {
  const { snapshot, state } = ports;
  const all = [...snapshot.resources.values()].sort((a, b) => a.rid - b.rid);
  const hasObject = (row: ResourceRow) => isManaged(row) && state.currentOf(row.rid) !== undefined;
  if (texts === undefined) return all.filter(hasObject).map((row) => ({ row, isNamed: false }));
  const candidates = all.map((row) => ({ ...namedRow(row, state), row }));
  const chosen = new Map<ResourceRow, ChosenRow>();
  for (const text of texts) {
    const exact = text.includes("*") ? undefined : findResource(text, candidates).row;
    const called = exact === undefined ? findResources(text, candidates).map(({ row }) => row) : [exact];
    if (called.length === 0) throw new DiagnosticError(noSuchResource(text));
    const found = withDescendants(called, ports).filter(hasObject);
    if (exact !== undefined && found.length === 0) throw new DiagnosticError(hasNoObject(exact));
    for (const row of found)
      chosen.set(row, { row, isNamed: row === exact || (chosen.get(row)?.isNamed ?? false) });
  }
  return [...chosen.values()];
}

/** Loads and configures the provider of a resource that has an object. */
export async function observe(row: ResourceRow, ports: ObservePorts): Promise<Observed> {
  const object = await upgradedObject(row, ports.state.currentOf(row.rid)!, ports);
  const { urn, name, type } = row;
  return {
    urn,
    name,
    type,
    ...(object.package !== undefined && { package: object.package }),
    provider: await recordedProvider(row, object, ports),
    call: ports.call(urn),
    object,
  };
}

export function notServed({ urn, type }: ObservedResource, what: "logs" | "stats"): Diagnostic {
  const meant = what === "logs" ? "logs" : "performance counters";
  return engineProblem("engine/not-supported", {
    detail: `The provider of ${type} does not offer ${meant}.`,
    hint: `Use the tools of the cloud or service, or ask the provider's author to implement \`${what}\`.`,
    resource: urn,
  });
}

function withDescendants(rows: readonly ResourceRow[], { state }: ObservePorts): readonly ResourceRow[] {
  const found = new Set(rows);
  for (const row of found)
    if (row.kind === "component") for (const child of state.children(row.rid)) found.add(child);
  return [...found];
}

function isManaged({ kind }: ResourceRow): boolean {
  return kind === "custom" || kind === "external";
}

function hasNoObject(row: ResourceRow): Diagnostic {
  return engineProblem("engine/not-supported", {
    detail: isManaged(row)
      ? "The resource has no object: the last run did not create it."
      : `A resource of type ${row.type} exists only in state and has no object to inspect.`,
    hint: isManaged(row)
      ? "Run apply first:\ncoco apply"
      : "Name a resource that a provider manages. List the resources in the stack:\ncoco state ls",
    resource: row.urn,
  });
}
