import { DiagnosticError, type ResourceRow, type Snapshot } from "../../model/index.js";
import { findResources } from "../../plan/index.js";
import { indexSnapshot } from "../../state/index.js";
import { namedRow } from "../../engine/index.js";
import { notOneOpen } from "../../engine/index.js";

/** Returns the one resource with an interrupted operation that matches a URN, moniker, name or id. */
export function openResource(text: string, snapshot: Snapshot): ResourceRow {
  const state = indexSnapshot(snapshot);
  const rids = new Set([...snapshot.open.values()].map(({ rid }) => rid));
  const rows = [...rids].map((rid) => snapshot.resources.get(rid)!);
  const named = rows.map((row) => ({ ...namedRow(row, state), row }));
  const [found, ...others] = findResources(text, named);
  if (found === undefined || others.length > 0) throw new DiagnosticError(notOneOpen(text, rows));
  return found.row;
}
