import {
  parseUrn,
  printMoniker,
  type Registration,
  type ResourceRow,
  type Scope,
} from "../../model/index.js";
import type { NamedResource } from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";

/** What a resource of the program can be called by. */
export function namedRegistration({ urn, name, type, scope, options }: Registration): NamedResource {
  return { urn, name, type, ...monikerOf({ urn, type, scope, globalId: options.globalId }) };
}

/** What a resource of state can be called by. */
export function namedRow(row: ResourceRow, state: SnapshotIndex): NamedResource {
  const { rid, urn, name, type, scope, globalId } = row;
  const id = state.currentOf(rid)?.stored.id;
  return {
    urn,
    name,
    type,
    ...(id !== undefined && { id }),
    ...monikerOf({ urn, type, scope, globalId }),
  };
}

/** Printed; nothing for a resource without a scope and a global id. */
export function monikerOf(of: {
  readonly urn: string;
  readonly type: string;
  readonly scope: Scope | undefined;
  readonly globalId: string | undefined;
}): Pick<NamedResource, "moniker"> {
  const { urn, type, scope, globalId } = of;
  if (globalId === undefined && scope === undefined) return {};
  const environment = parseUrn(urn, { names: "foreign" }).stack;
  if (globalId !== undefined) return { moniker: printMoniker({ environment, globalId }) };
  return scope === undefined ? {} : { moniker: printMoniker({ environment, scope, type }) };
}
