import { encodeValue } from "../model/index.js";
import type { Diagnostic, SequencedRecord, Snapshot, Value } from "../model/index.js";
import { emptySnapshot, latestRows, replay } from "../state/index.js";
import { problem } from "./diagnostics.js";
import { canonicalJson } from "./seal/index.js";

/**
 * Returns the differences between the rows of a stack and the result of replaying its journal. If the beginning of the
 * journal was pruned, rows that no remaining record mentions are not compared: their MACs already vouch for them.
 */
export function compareJournal(rows: Snapshot, records: readonly SequencedRecord[]): readonly Diagnostic[] {
  const isWhole = records.length === rows.head;
  if (!isWhole) return differences(rows, latestRows(records), []).map(differing);
  const { snapshot, problems } = replay(emptySnapshot(rows.lineage), records);
  return [...problems, ...differences(rows, snapshot, ["nextRid", "head"]).map(differing)];
}

type Compared = Pick<Snapshot, "open"> & {
  readonly [Table in "resources" | "objects"]: ReadonlyMap<unknown, unknown>;
} & { readonly [Name in "outputs" | "moves" | "seen" | "nextRid" | "head"]?: unknown };

/** `others`: further members to compare if the journal is complete. */
function differences(
  rows: Snapshot,
  journal: Compared,
  others: readonly ("nextRid" | "head")[],
): readonly string[] {
  const tables = (["resources", "objects", "open"] as const).flatMap((table) => {
    const said: ReadonlyMap<unknown, unknown> = journal[table];
    const found: ReadonlyMap<unknown, unknown> = rows[table];
    const isAll = others.length > 0 || table === "open";
    const keys = new Set(isAll ? [...found.keys(), ...said.keys()] : said.keys());
    return [...keys]
      .filter((key) => text(found.get(key)) !== text(said.get(key)))
      .map((key) => `${table} ${String(key)}`);
  });
  const ofStack = (["outputs", "moves", "seen", ...others] as const).filter(
    (name) => journal[name] !== undefined && text(rows[name]) !== text(journal[name]),
  );
  return [...tables, ...ofStack];
}

function differing(what: string): Diagnostic {
  return problem("store/integrity", {
    detail: `The row ${what} differs from the result of replaying the journal.`,
    hint: "Restore the state from a backup. Coconut has not changed anything.",
  });
}

function text(row: unknown): string {
  return canonicalJson(encodeValue(row as Value));
}
