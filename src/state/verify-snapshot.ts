import { orderGraph } from "../graph/index.js";
import { objectKey, type Diagnostic, type Snapshot } from "../model/index.js";
import { circle, misfit, resourceFaults } from "./rules.js";
import { Rows } from "./rows.js";

/**
 * Every way in which a state contradicts itself; none for a state that may be used. It asks of the whole what a
 * `Ledger` asks of each record, so that whatever a ledger accepted verifies.
 */
export function verifySnapshot(snapshot: Snapshot, rows = new Rows(snapshot)): Diagnostic[] {
  const found = misplaced(snapshot);
  for (const rid of rows.rids()) resourceFaults(rows, rid, found);
  return [...found, ...circles(snapshot, rows)];
}

function circles({ resources }: Snapshot, rows: Rows): Diagnostic[] {
  if (!rows.refersAhead) return [];
  const sorted = orderGraph({ nodes: [...resources.keys()], needs: (rid) => rows.needs(rid) });
  return "cycle" in sorted ? [circle(rows, sorted.cycle)] : [];
}

/** Entries under another key than their own, and numbers that would be given twice. */
function misplaced({ resources, objects, open, nextRid }: Snapshot): Diagnostic[] {
  const found: Diagnostic[] = [];
  const wrong = (what: string) => found.push(misfit(`${what} stands under a key that is not its own.`));
  for (const [rid, row] of resources) if (rid !== row.rid) wrong(`Resource ${rid}`);
  for (const [key, { rid, generation }] of objects)
    if (key !== objectKey(rid, generation)) wrong(`Object ${key}`);
  for (const [key, { operation }] of open) if (key !== operation) wrong(`Operation ${key}`);
  for (const rid of resources.keys()) {
    if (rid < nextRid) continue;
    found.push(misfit(`Resource ${rid} exists, but the next resource would get the number ${nextRid}.`));
    break;
  }
  return found;
}
