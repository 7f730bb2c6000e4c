import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { longestRow } from "../raw/index.js";
import type { RawRow } from "../raw/index.js";
import { JSON } from "../../std/plain-json.js";

/**
 * Refuses a row that no store would give back as it was. What the world or a user may spell freely is kept as JSON,
 * which can say anything; the rest has to be clean. `written` is JSON with the texts of the row in it.
 */
export function refuseUnkeepable(row: RawRow, written = JSON.stringify(row)): void {
  refuseTooLong(row);
  if (written.includes("\\u")) refuseBroken(row);
}

/** Refuses a row that is longer than any that is read back, as soon as that can be told. It has no `mac` yet. */
function refuseTooLong(row: RawRow): void {
  // A character has at most three bytes, the rest is far less than texts of that length, and few rows come near the limit.
  if (textLength(row) * 4 <= longestRow || bytesOf(row) + macBytes <= longestRow) return;
  throw refused(
    `What is to be kept of one resource has more than ${longestRow} bytes.`,
    "Keep what is large in a file or an asset, and its place or its hash in the resource.",
  );
}

/** What authenticates a row, in base64. */
const macBytes = 44;

/** SQLite would give back something else for these, and the row would no longer match its seal. */
const unkeepable = /[\p{Surrogate}\0]/u;

function refuseBroken(row: RawRow): void {
  const broken = Object.entries(row).find(([, text]) => typeof text === "string" && unkeepable.test(text));
  if (broken === undefined) return;
  throw refused(
    `The text in "${broken[0]}" has a null character or half of a surrogate pair, which no store can keep.`,
    "Correct it where it is made: names and types come from the program, commands from whoever began the run.",
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
