import { orderGraph } from "../graph/index.js";
import { objectKey, type Diagnostic, type Snapshot } from "../model/index.js";
import { circle, misfit, resourceFaults } from "./rules.js";
import { Rows } from "./rows.js";

/**
 * Every way in which a state contradicts itself; none for a state that may be used. It asks of the whole what a
 * `Ledger` asks of each record, so that whatever a ledger accepted verifies.
 */
export function verifySnapshot(snapshot: Snapshot): Diagnostic[] {
  const rows = new Rows(snapshot);
  const found = [...misplaced(snapshot), ...[...rows.rids()].flatMap((rid) => resourceFaults(rows, rid))];
  const sorted = orderGraph({
    nodes: [...snapshot.resources.keys()],
    needs: (rid) => rows.needs(rid),
  });
  return "cycle" in sorted ? [...found, circle(rows, sorted.cycle)] : found;
}

/** Entries under another key than their own, and numbers that would be given twice. */
function misplaced({ resources, objects, open, nextRid }: Snapshot): Diagnostic[] {
  const wrong = [
    ...[...resources].filter(([rid, row]) => rid !== row.rid).map(([rid]) => `Resource ${rid}`),
    ...[...objects]
      .filter(([key, row]) => key !== objectKey(row.rid, row.generation))
      .map(([key]) => `Object ${key}`),
    ...[...open]
      .filter(([operation, intent]) => operation !== intent.operation)
      .map(([key]) => `Operation ${key}`),
  ].map((what) => misfit(`${what} stands under a key that is not its own.`));
  const beyond = [...resources.keys()].find((rid) => rid >= nextRid);
  if (beyond === undefined) return wrong;
  return [
    ...wrong,
    misfit(`Resource ${beyond} exists, but the next resource would get the number ${nextRid}.`),
  ];
}
