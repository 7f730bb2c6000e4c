import {
  isDiagnosticError,
  Urn,
  type Diagnostic,
  type ResourceRow,
  type Snapshot,
} from "../../model/index.js";
import { findResource, findResources, noSuchResource, type NamedResource } from "../../plan/index.js";
import { indexSnapshot } from "../../state/index.js";
import { namedRow } from "../../engine/index.js";

/** An existing object, and the resource that will manage it. */
export interface ImportRequest {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  /** Its parent: a resource of the stack or of the same import. URN, moniker, name or id. */
  readonly parent?: string;
  /** The provider resource of the stack that configures its package. URN, moniker or name. */
  readonly provider?: string;
}

/** A request with its parent and provider resolved. */
export interface PlacedRequest {
  readonly request: ImportRequest;
  readonly urn: string;
  /** The URN of its parent. */
  readonly parent: string | undefined;
  readonly provider: ResourceRow | undefined;
}

/**
 * Resolves the names in requests, parents first. A request that cannot be resolved is reported and does not stop
 * the others.
 */
export function placeRequests(
  requests: readonly ImportRequest[],
  snapshot: Snapshot,
  stack: Pick<Urn, "stack" | "project">,
): { readonly placed: readonly PlacedRequest[]; readonly problems: readonly Diagnostic[] } {
  const state = indexSnapshot(snapshot);
  const rows = [...snapshot.resources.values()].map((row) => ({ ...row, ...namedRow(row, state) }));
  const placed = new Map<ImportRequest, PlacedRequest>();
  const problems: Diagnostic[] = [];
  const known = () => [
    ...rows,
    ...[...placed.values()].map(({ urn, request }) => ({ ...named(request), urn })),
  ];
  let open = requests;
  while (open.length > 0) {
    const isReady = ({ parent }: ImportRequest) =>
      parent === undefined || findResources(parent, known()).length > 0;
    const ready = open.filter(isReady);
    // The parents of the remaining requests do not exist or form a cycle.
    if (ready.length === 0) problems.push(...open.map(({ parent }) => noSuchResource(parent!)));
    for (const request of ready) {
      try {
        placed.set(request, place(request, rows, known(), stack));
      } catch (error) {
        if (!isDiagnosticError(error)) throw error;
        problems.push(...error.diagnostics);
      }
    }
    open = ready.length === 0 ? [] : open.filter((request) => !ready.includes(request));
  }
  return { placed: [...placed.values()], problems };
}

function place(
  request: ImportRequest,
  rows: readonly ResourceRow[],
  known: readonly NamedResource[],
  stack: Pick<Urn, "stack" | "project">,
): PlacedRequest {
  const { type, name } = request;
  const parent = request.parent === undefined ? undefined : findResource(request.parent, known).urn;
  const urn =
    parent === undefined
      ? Urn.of({ ...stack, types: [type], name })
      : Urn.child(Urn.parse(parent), type, name);
  const providers = rows.filter(({ kind }) => kind === "provider");
  const provider = request.provider === undefined ? undefined : findResource(request.provider, providers);
  return { request, urn: Urn.print(urn), parent, provider };
}

function named({ name, type, id }: ImportRequest): Omit<NamedResource, "urn"> {
  return { name, type, id };
}
