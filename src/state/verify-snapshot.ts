import { orderGraph } from "../graph/index.js";
import { objectKey, type Diagnostic, type Snapshot } from "../model/index.js";
import { circle, misfit, resourceFaults } from "./rules.js";
import { Rows } from "./rows.js";

/**
 * Returns all inconsistencies of a state; empty for a valid one. Checks the same rules for the whole state that a
 * `Ledger` checks for each record, so every state that a ledger accepted is valid.
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

/** Finds entries under a wrong key, and resource numbers that would be given out twice. */
function misplaced({ resources, objects, open, nextRid }: Snapshot): Diagnostic[] {
  const found: Diagnostic[] = [];
  const wrong = (what: string) => found.push(misfit(`${what} is stored under the wrong key.`));
  for (const [rid, row] of resources) if (rid !== row.rid) wrong(`Resource ${rid}`);
  for (const [key, { rid, generation }] of objects)
    if (key !== objectKey(rid, generation)) wrong(`Object ${key}`);
  for (const [key, { operation }] of open) if (key !== operation) wrong(`Operation ${key}`);
  for (const rid of resources.keys()) {
    if (rid < nextRid) continue;
    found.push(misfit(`Resource ${rid} exists, but the next resource would also get the number ${nextRid}.`));
    break;
  }
  return found;
}
