import { createHash } from "node:crypto";
import {
  DiagnosticError,
  type Registration,
  type RowChange,
  type RowRename,
  type Snapshot,
} from "../../model/index.js";
import { resolveRenames, takenNames, type RenamePair } from "../../plan/index.js";
import {
  carriedRenames,
  collidingRenames,
  followMoves,
  indexSnapshot,
  moveName,
  renameRows,
  type MoveGroup,
  type Moves,
} from "../../state/index.js";
import type { StackRun } from "../../store/internal.js";
import { monikersOf, namedRegistration, namedRow } from "../../engine/index.js";
import { JSON } from "../../std/plain-json.js";
import type { MovesPort } from "../../engine/index.js";

export interface RenameRequest {
  readonly run: StackRun;
  readonly pairs: readonly RenamePair[];
  /** The resources that the program declared, as far as it ran: new names may be those of its resources. */
  readonly registrations: readonly Registration[];
  readonly moves: MovesPort;
  /** The stack part of URNs. */
  readonly stack: string;
}

/**
 * Renames resources in state together with all their descendants and references, in one record. The rename is
 * written to a file of the project first, so that the project's other stacks follow, and so does this one after an
 * interruption.
 */
export async function renameResources({
  run,
  pairs,
  registrations,
  moves,
  stack,
}: RenameRequest): Promise<void> {
  let done: readonly RowChange[] | undefined;
  await moves.change((file) => {
    const followed = followMoves(run.current(), file, stack);
    const { snapshot } = followed;
    const renamed = renamedRows(asksFor(pairs, snapshot, registrations), snapshot);
    done = undefined;
    if (renamed.names.length === 0) return undefined;
    const group = groupOf(renamed.names, file);
    const applied = [...snapshot.moves, group.id];
    done = [...followed.changes, ...renamed.changes, { put: "moves", applied }];
    return { groups: [...file.groups, group] };
  });
  if (done !== undefined) await run.append({ event: { kind: "recorded", what: "renamed" }, changes: done });
}

/** Returns the renamed rows, and the renames that other stacks have to follow. Throws if a name is taken. */
function renamedRows(
  asked: readonly RowRename[],
  snapshot: Snapshot,
): { readonly changes: readonly RowChange[]; readonly names: MoveGroup["renames"] } {
  const all = [...asked, ...carriedRenames(snapshot, asked)];
  const urnOf = (rid: number) => snapshot.resources.get(rid)!.urn;
  const [first, ...rest] = takenNames(collidingRenames(snapshot, all), urnOf);
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  const { changes, from } = renameRows(snapshot, all);
  const moved = asked.filter(({ rid }) => from.has(rid));
  return { changes, names: moved.map(({ rid, urn }) => ({ from: moveName(urnOf(rid)), to: moveName(urn) })) };
}

/** The program's moniker of a resource is newer than the recorded one, because its code may have moved. */
function asksFor(
  pairs: readonly RenamePair[],
  snapshot: Snapshot,
  registrations: readonly Registration[],
): readonly RowRename[] {
  const state = indexSnapshot(snapshot);
  const names = monikersOf(registrations, state);
  const wanted = registrations.map((each) => ({
    ...namedRegistration(each, names),
    ...(each.scope !== undefined && { scope: each.scope }),
  }));
  const monikers = new Map(
    wanted.flatMap(({ urn, moniker }) => (moniker === undefined ? [] : [[urn, moniker]])),
  );
  const recorded = [...snapshot.resources.values()].map((row) => {
    const moniker = monikers.get(row.urn);
    return { ...namedRow(row, state), rid: row.rid, ...(moniker !== undefined && { moniker }) };
  });
  return resolveRenames(pairs, recorded, wanted);
}

/** A later repetition of the same rename is a different group: the groups before it distinguish them. */
function groupOf(renames: MoveGroup["renames"], { groups }: Moves): MoveGroup {
  const text = JSON.stringify([groups.at(-1)?.id ?? "", renames]);
  return { id: createHash("sha256").update(text).digest("hex").slice(0, 12), renames };
}
