import { encodeValue } from "../model/index.js";
import type { Diagnostic, Snapshot, Value } from "../model/index.js";
import { problem } from "./diagnostics.js";
import { canonicalJson } from "./seal/index.js";

/** Where the rows of a stack differ from what its journal amounts to. */
export function sameRows(rows: Snapshot, journal: Snapshot): Diagnostic[] {
  const tables = ["resources", "objects", "open"] as const;
  const different = [
    ...tables.flatMap((table) => {
      const keys = new Set<unknown>([...rows[table].keys(), ...journal[table].keys()]);
      const at = (of: Snapshot, key: unknown) => text((of[table] as ReadonlyMap<unknown, unknown>).get(key));
      return [...keys]
        .filter((key) => at(rows, key) !== at(journal, key))
        .map((key) => `${table} ${String(key)}`);
    }),
    ...(["outputs", "moves", "nextRid", "head"] as const).filter(
      (name) => text(rows[name]) !== text(journal[name]),
    ),
  ];
  return different.map((what) => differing(`The row of ${what} is not what the journal amounts to.`));
}

function differing(detail: string): Diagnostic {
  return problem("store/integrity", {
    detail,
    hint: "Restore the store from a backup. Nothing has been changed.",
  });
}

function text(row: unknown): string {
  return canonicalJson(encodeValue(row as Value));
}
