import {
  DiagnosticError,
  parseUrn,
  printUrn,
  typeOfUrn,
  urnOf,
  type Diagnostic,
  type ResourceId,
  type RowRename,
  type Scope,
} from "../model/index.js";
import { problem } from "./diagnostics.js";
import { findResource, type NamedResource } from "./find-resource.js";

/** What someone calls a resource, and what it is to be called. */
export interface RenamePair {
  readonly from: string;
  readonly to: string;
}

export interface RecordedResource extends NamedResource {
  readonly rid: ResourceId;
}

/** A resource of the program: its moniker may be what another is to be called. */
export interface WantedResource extends NamedResource {
  readonly scope?: Scope;
}

/**
 * The renames that pairs ask for. The old name is a URN, moniker, name or id of state; the new one a name beside the
 * old, or the URN or moniker of a resource of the same type. What cannot be is a diagnostic.
 */
export function resolveRenames(
  pairs: readonly RenamePair[],
  state: readonly RecordedResource[],
  program: readonly WantedResource[],
): readonly RowRename[] {
  const named = pairs.map(({ from, to }) => {
    const row = findResource(from, state);
    const urn = newUrn(row, to, program);
    const scope = program.find((each) => each.urn === urn)?.scope;
    return { rid: row.rid, urn, ...(scope !== undefined && { scope }) };
  });
  const twice = named.find(({ rid }, index) => named.findIndex((other) => other.rid === rid) !== index);
  if (twice === undefined) return named;
  const { urn } = state.find(({ rid }) => rid === twice.rid)!;
  throw new DiagnosticError(unfit(urn, "The resource appears in two renames."));
}

/** Why renames cannot be: others have the names, or would have them as well. */
export function takenNames(
  colliding: readonly { readonly rename: RowRename; readonly taken: readonly ResourceId[] }[],
  urnOfRow: (rid: ResourceId) => string,
): readonly Diagnostic[] {
  return colliding.map(({ rename, taken }) =>
    problem("plan/name-taken", {
      detail: `${urnOfRow(rename.rid)} cannot be renamed to ${rename.urn}: ${taken.map(urnOfRow).join(", ")} would have the same name.`,
      hint: "Rename the other resource in the same command, or choose a different name.",
      resource: urnOfRow(rename.rid),
    }),
  );
}

function newUrn(row: RecordedResource, to: string, program: readonly WantedResource[]): string {
  const old = parseUrn(row.urn, { names: "foreign" });
  const wanted = wantedBy(to, program)?.urn ?? to;
  if (!wanted.startsWith("urn:")) return printUrn(urnOf({ ...old, name: wanted }));
  const now = urnOf(parseUrn(wanted));
  const type = typeOfUrn(now);
  if (type !== row.type) {
    const detail = `The resource has type ${row.type}, but the new name belongs to type ${type}. A rename cannot change the type.`;
    throw new DiagnosticError(unfit(row.urn, detail));
  }
  if (now.stack !== old.stack || now.project !== old.project) {
    throw new DiagnosticError(unfit(row.urn, `${wanted} belongs to another stack or project.`));
  }
  return printUrn(now);
}

/** The resource of the program that has a moniker; one without its parents counts where it means one resource. */
function wantedBy(text: string, program: readonly WantedResource[]): WantedResource | undefined {
  const found = program.find(({ moniker }) => moniker === text);
  if (found !== undefined) return found;
  const [former, ...others] = program.filter(({ formerMoniker }) => formerMoniker === text);
  return others.length === 0 ? former : undefined;
}

function unfit(urn: string, detail: string): Diagnostic {
  return problem("plan/unfit-name", {
    detail,
    hint: "Give a new name, or the URN or moniker of a resource of the same type in this stack.",
    resource: urn,
  });
}
