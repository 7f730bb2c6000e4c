import { DiagnosticError, parseUrn, type RowRename, type Snapshot } from "../model/index.js";
import { problem } from "./diagnostics.js";
import { carriedRenames, collidingRenames, renameRows, type Renamed } from "./rename-rows.js";
import { JSON } from "../std/plain-json.js";

/**
 * The recorded renames of a project. They are committed with its code, so that every stack follows renames that were
 * done in one of them. Names are URNs without the stack: `<project>::<types>::<name>`.
 */
export interface Moves {
  readonly groups: readonly MoveGroup[];
}

/** Renames that happen together. */
export interface MoveGroup {
  readonly id: string;
  readonly renames: readonly { readonly from: string; readonly to: string }[];
}

/** Returns the text of the file. */
export function printMoves({ groups }: Moves): string {
  return `${JSON.stringify({ version, groups }, undefined, 2)}\n`;
}

/** Parses the output of `printMoves`. Throws a diagnostic for anything else. */
export function parseMoves(text: string): Moves {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw unusableMoves(`The file is not valid JSON: ${(error as Error).message}.`);
  }
  const { version: found, groups } = record(file, "The file");
  if (found !== version)
    throw unusableMoves(
      `The version is ${JSON.stringify(found)}; this version of Coconut supports ${version}.`,
    );
  const read = list(groups, '"groups"').map(readGroup);
  const twice = read.find(({ id }, index) => read.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) throw unusableMoves(`Two groups have the id ${JSON.stringify(twice.id)}.`);
  return { groups: read };
}

/** Returns the name of a resource that is the same in every stack of its project. */
export function moveName(urn: string): string {
  const { stack } = parseUrn(urn, { names: "foreign" });
  return urn.slice(`urn:pulumi:${stack}::`.length);
}

/**
 * Applies the groups that the stack has not applied yet, in order. Renames that do not match are skipped: a stack need
 * not contain the resources of another. A stack without resources marks all groups as applied.
 */
export function followMoves(snapshot: Snapshot, { groups }: Moves, stack: string): Renamed {
  const pending = groups.filter(({ id }) => !snapshot.moves.includes(id));
  if (pending.length === 0) return { snapshot, changes: [], from: new Map() };
  let renamed: Renamed = { snapshot, changes: [], from: new Map() };
  for (const group of pending) {
    const next = renameRows(renamed.snapshot, fitting(renamed.snapshot, group, stack));
    renamed = {
      snapshot: next.snapshot,
      changes: [...renamed.changes, ...next.changes],
      from: new Map([...next.from, ...renamed.from]),
    };
  }
  const applied = [...snapshot.moves, ...pending.map(({ id }) => id)];
  return {
    ...renamed,
    snapshot: { ...renamed.snapshot, moves: applied },
    changes: [...renamed.changes, { put: "moves", applied }],
  };
}

const version = 1;

/** Returns the renames of a group whose resource exists in this stack and whose new name is not taken. */
function fitting(snapshot: Snapshot, { renames }: MoveGroup, stack: string): readonly RowRename[] {
  const rows = new Map([...snapshot.resources.values()].map((row) => [row.urn, row]));
  const inStack = (name: string) => `urn:pulumi:${stack}::${name}`;
  let own = renames.flatMap(({ from, to }): RowRename[] => {
    const row = rows.get(inStack(from));
    return row === undefined ? [] : [{ rid: row.rid, urn: inStack(to) }];
  });
  for (;;) {
    const all = [...own, ...carriedRenames(snapshot, own)];
    const colliding = new Set(collidingRenames(snapshot, all).map(({ rename }) => rename.rid));
    if (colliding.size === 0) return all;
    const left = own.filter(({ rid }) => !colliding.has(rid));
    if (left.length === own.length) return all.filter(({ rid }) => !colliding.has(rid));
    own = left;
  }
}

function readGroup(group: unknown, index: number): MoveGroup {
  const { id, renames } = record(group, `Group ${index + 1}`);
  const of = `group ${index + 1}`;
  return {
    id: text(id, `The id of ${of}`),
    renames: list(renames, `"renames" of ${of}`).map((rename) => {
      const { from, to } = record(rename, `A rename of ${of}`);
      return { from: name(from, `"from" in ${of}`), to: name(to, `"to" in ${of}`) };
    }),
  };
}

function name(value: unknown, what: string): string {
  const found = text(value, what);
  try {
    if (parseUrn(`urn:pulumi:stack::${found}`, { names: "foreign" }).name !== "") return found;
  } catch {
    // Reported below.
  }
  throw unusableMoves(`${what} is ${JSON.stringify(found)}; expected <project>::<types>::<name>.`);
}

function record(value: unknown, what: string): { readonly [key: string]: unknown } {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as never;
  throw unusableMoves(`${what} is not an object.`);
}

function list(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw unusableMoves(`${what} is not a list.`);
}

function text(value: unknown, what: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw unusableMoves(`${what} is not a string.`);
}

export function unusableMoves(detail: string): DiagnosticError {
  return new DiagnosticError(
    problem("state/malformed-moves", {
      detail: `coconut.moves.json cannot be used. ${detail}`,
      hint: "`coco rename` writes this file. Check that it is a regular file that you can read and write, or restore it from version control.",
    }),
  );
}
