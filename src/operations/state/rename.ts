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
  /** What the program asks for, as far as it came: new names may be those of its resources. */
  readonly registrations: readonly Registration[];
  readonly moves: MovesPort;
  /** The stack part of URNs. */
  readonly stack: string;
}

/**
 * Gives resources other names, in state alone: all at once, with everything below them and every reference. The
 * project's other stacks follow through what is written to its file first, and so does this one if it is cut off.
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

/** The rows as they are called then, and what other stacks have to know of that. Throws if a name is taken. */
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

/** What the program says of a resource is newer than what state does: its moniker may have moved with the code. */
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

/** The same rename done again later is another one: what came before it tells them apart. */
function groupOf(renames: MoveGroup["renames"], { groups }: Moves): MoveGroup {
  const text = JSON.stringify([groups.at(-1)?.id ?? "", renames]);
  return { id: createHash("sha256").update(text).digest("hex").slice(0, 12), renames };
}
