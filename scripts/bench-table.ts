/**
 * One line of a benchmark's result, column to cell. Usual columns: `work`, `measured`, `floor`, `ratio`, `bar`.
 * A benchmark is `export default async function ({ smoke }: BenchOptions): Promise<BenchRow[]>`.
 */
export type BenchRow = Readonly<Record<string, string | number>>;

export interface BenchOptions {
  /** True when only its working is of interest: the smallest size, one repetition. */
  readonly smoke: boolean;
}

/** Rows as text: a column per key, numbers to three significant digits and to the right. */
export function formatTable(rows: readonly BenchRow[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => (line[index] as string).length)));
  const isNumber = columns.map((column) => rows.some((row) => typeof row[column] === "number"));
  const format = (line: readonly string[]) =>
    line
      .map((text, index) => pad(text, widths[index] as number, isNumber[index] as boolean))
      .join("  ")
      .trimEnd();
  return lines.map(format).join("\n");
}

function pad(text: string, width: number, right: boolean): string {
  return right ? text.padStart(width) : text.padEnd(width);
}

function cell(value: string | number | undefined): string {
  if (typeof value !== "number") return value ?? "";
  return Number.isInteger(value) || Math.abs(value) >= 1000
    ? String(Math.round(value))
    : value.toPrecision(3);
}
