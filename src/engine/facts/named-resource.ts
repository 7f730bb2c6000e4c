import {
  stackOfUrn,
  printMoniker,
  type Registration,
  type ResourceRow,
  type Scope,
} from "../../model/index.js";
import type { NamedResource } from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";

/** What a resource of the program can be called by. */
export function namedRegistration({ urn, name, type, scope, options }: Registration): NamedResource {
  return { urn, name, type, moniker: monikerOf({ urn, type, scope, globalId: options.globalId }) };
}

/** What a resource of state can be called by. */
export function namedRow(row: ResourceRow, state: SnapshotIndex): NamedResource {
  const { rid, urn, name, type, scope, globalId } = row;
  const id = state.currentOf(rid)?.stored.id;
  return { urn, name, type, id, moniker: monikerOf({ urn, type, scope, globalId }) };
}

/** Printed; nothing for a resource without a scope and a global id. */
export function monikerOf(of: {
  readonly urn: string;
  readonly type: string;
  readonly scope: Scope | undefined;
  readonly globalId: string | undefined;
}): string | undefined {
  const { urn, type, scope, globalId } = of;
  if (globalId === undefined && scope === undefined) return undefined;
  const environment = stackOfUrn(urn);
  if (globalId !== undefined) return printMoniker({ environment, globalId });
  return scope === undefined ? undefined : printMoniker({ environment, scope, type });
}
