import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { longestRow } from "../raw/index.js";
import type { RawRow } from "../raw/index.js";
import { JSON } from "../../std/plain-json.js";

/**
 * Throws for a row that a store would not return unchanged. Free text from users and providers is stored as JSON, which
 * can represent anything; all other text must be valid. `written` is JSON that contains the texts of the row.
 */
export function refuseUnkeepable(row: RawRow, written = JSON.stringify(row)): void {
  refuseTooLong(row);
  if (written.includes("\\u")) refuseBroken(row);
}

/** Throws early for a row that is longer than the limit for reading. The row has no `mac` yet. */
function refuseTooLong(row: RawRow): void {
  // A fast upper bound: a character has at most three bytes, the rest is much shorter, and few rows come near the
  // limit.
  if (textLength(row) * 4 <= longestRow || bytesOf(row) + macBytes <= longestRow) return;
  throw refused(
    `The stored data of one resource exceeds ${longestRow} bytes.`,
    "Put large data in a file or an asset, and keep only its path or hash in the resource.",
  );
}

/** Length of a MAC in base64. */
const macBytes = 44;

/** SQLite would return something else for these characters, and the row would no longer match its MAC. */
const unkeepable = /[\p{Surrogate}\0]/u;

function refuseBroken(row: RawRow): void {
  const broken = Object.entries(row).find(([, text]) => typeof text === "string" && unkeepable.test(text));
  if (broken === undefined) return;
  throw refused(
    `The text in "${broken[0]}" contains a null character or half of a surrogate pair, which no store can represent.`,
    "Fix the text at its source: names and types come from the program, and commands from the caller of the run.",
  );
}

function textLength(row: RawRow): number {
  let length = 0;
  for (const name in row) {
    const column = row[name];
    if (typeof column === "string") length += column.length;
  }
  return length;
}

function bytesOf(row: RawRow): number {
  return Object.values(row).reduce<number>((sum, text) => sum + Buffer.byteLength(String(text)), 0);
}

function refused(detail: string, hint: string): DiagnosticError {
  return new DiagnosticError(problem("store/refused-record", { detail, hint }));
}
