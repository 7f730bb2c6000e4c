import { displayWidth } from "../std/display-width.js";
import { printable } from "../std/printable.js";

/** Returns rows as lines with aligned columns. The last column is not padded or cut. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(printable));
  const count = Math.max(0, ...cells.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(...cells.map((row) => displayWidth(row[index] ?? ""))),
  );
  const padded = (cell: string, index: number) => cell + " ".repeat(widths[index]! - displayWidth(cell));
  return cells.map((row) => `${row.map(padded).join("  ").trimEnd()}\n`).join("");
}
