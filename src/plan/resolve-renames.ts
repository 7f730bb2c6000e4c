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

/** The current name of a resource, and the new one. */
export interface RenamePair {
  readonly from: string;
  readonly to: string;
}

export interface RecordedResource extends NamedResource {
  readonly rid: ResourceId;
}

/** A declared resource: its moniker may be the new name of another. */
export interface WantedResource extends NamedResource {
  readonly scope?: Scope;
}

/**
 * Returns the renames for pairs of names. The old name is a URN, moniker, name or id in state. The new name is a
 * plain name, or the URN or moniker of a resource of the same type. Throws if a pair is invalid.
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

/** Explains why renames are impossible: other resources have, or would get, the same names. */
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

/** Finds the declared resource with a moniker. A moniker without parents counts only if it is unambiguous. */
function wantedBy(text: string, program: readonly WantedResource[]): WantedResource | undefined {
  const found = program.find(({ moniker }) => moniker === text);
  if (found !== undefined) return found;
  const [former, ...others] = program.filter(({ formerMoniker }) => formerMoniker === text);
  return others.length === 0 ? former : undefined;
}

function unfit(urn: string, detail: string): Diagnostic {
  return problem("plan/invalid-rename", {
    detail,
    hint: "Give a new name, or the URN or moniker of a resource of the same type in this stack.",
    resource: urn,
  });
}
