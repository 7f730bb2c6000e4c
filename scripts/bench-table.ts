/**
 * One row of a benchmark's result. Times are the median of several runs. The best run is also recorded, because it is
 * more meaningful on a shared machine.
 *
 * A benchmark is `export default async function (options: BenchOptions): Promise<BenchRow[]>`.
 */
export interface BenchRow {
  /** The id of the target, such as `P1`; absent for detailed rows. */
  readonly id?: string;
  readonly work: string;
  readonly unit: string;
  /** Absent if it could not be measured. */
  readonly measured?: number;
  readonly best?: number;
  /** The value to compare with, in the same unit: a lower bound, or the result of another tool. */
  readonly floor?: number;
  readonly bestFloor?: number;
  /** The other tool whose result is the floor. */
  readonly against?: string;
  readonly bar?: Bar;
  /** Durable disk writes per second at the time of the measurement; only for work that syncs. */
  readonly syncsPerSecond?: number;
  /** An explanation of the value, or the reason why it is missing. */
  readonly note?: string;
}

/** A target: the limit, and the value that it applies to. */
export type Bar = ({ readonly atMost: number } | { readonly atLeast: number }) & { readonly of: Judged };

/** The measured value itself, its ratio to the floor, its difference to the floor, or how many times as fast it is. */
export type Judged = "measured" | "ratio" | "over" | "speed-up";

/** The options of a benchmark. */
export interface BenchOptions {
  /** True to check only that the benchmark works: one repetition. */
  readonly smoke: boolean;
  /** The maximum number of resources in a program. */
  readonly largest: number;
  /** The folder of the package as it is shipped, built from the current sources. */
  readonly package: string;
  /** The folder for programs and their state. All benchmarks of a run share it. */
  readonly work: string;
  readonly peers: readonly FoundPeer[];
}

/** Another installed tool to compare with. */
export interface FoundPeer {
  readonly name: string;
  readonly version: string;
  /** The folder where it was installed; absent if it is on the PATH. */
  readonly folder?: string;
}

/** Returns the value that a target applies to; undefined if it was not measured. */
export function figureOf(
  judged: Judged,
  measured: number | undefined,
  floor: number | undefined,
): number | undefined {
  if (judged === "measured" || measured === undefined) return measured;
  if (floor === undefined) return undefined;
  return { ratio: measured / floor, over: measured - floor, "speed-up": floor / measured }[judged];
}

/** True if the row meets its target; false if it was not measured; undefined if it has no target. */
export function isMet(row: BenchRow): boolean | undefined {
  const { bar } = row;
  if (bar === undefined) return undefined;
  const figure = figureOf(bar.of, row.measured, row.floor);
  if (figure === undefined) return false;
  return "atMost" in bar ? figure <= bar.atMost : figure >= bar.atLeast;
}

/** Returns the texts of a row by column. */
export function cellsOf(row: BenchRow): Readonly<Record<Column, string>> {
  const { id = "", work, unit, measured, floor, against, bar, syncsPerSecond, note = "" } = row;
  const { best, bestFloor } = row;
  const met = isMet(row);
  return {
    id,
    work,
    measured: quantity(measured, unit),
    floor: [quantity(floor, unit), against].filter((text) => text !== undefined && text !== "").join(" "),
    ratio: ratioText(row, measured, floor),
    best: ratioText(row, best, bestFloor),
    target: bar === undefined ? "" : barText(bar, unit),
    met: met === undefined ? "" : met ? "✓" : "✗",
    "syncs/s": syncsPerSecond === undefined ? "" : number(syncsPerSecond),
    note,
  };
}

export const columns = [
  "id",
  "work",
  "measured",
  "floor",
  "ratio",
  "best",
  "target",
  "met",
  "syncs/s",
  "note",
] as const;
export type Column = (typeof columns)[number];

const alignedRight = new Set<Column>(["measured", "floor", "ratio", "best", "target", "syncs/s"]);

export function isAlignedRight(column: Column): boolean {
  return alignedRight.has(column);
}

/** Returns the columns that are not empty in all rows. */
export function usedColumns(rows: readonly BenchRow[]): readonly Column[] {
  const cells = rows.map(cellsOf);
  return columns.filter((column) => cells.some((each) => each[column] !== ""));
}

export function formatTable(rows: readonly BenchRow[]): string {
  const used = usedColumns(rows);
  const lines = [used, ...rows.map(cellsOf).map((cells) => used.map((column) => cells[column]))];
  const widths = used.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  const padded = (text: string, index: number) =>
    isAlignedRight(used[index]!) ? text.padStart(widths[index]!) : text.padEnd(widths[index]!);
  return lines.map((line) => line.map(padded).join("  ").trimEnd()).join("\n");
}

function ratioText({ bar, unit }: BenchRow, measured: number | undefined, floor: number | undefined): string {
  const judged = bar === undefined || bar.of === "measured" ? "ratio" : bar.of;
  const figure = figureOf(judged, measured, floor);
  return figure === undefined ? "" : judgedText(figure, judged, unit);
}

function barText(bar: Bar, unit: string): string {
  return "atMost" in bar
    ? `≤ ${judgedText(bar.atMost, bar.of, unit)}`
    : `≥ ${judgedText(bar.atLeast, bar.of, unit)}`;
}

function judgedText(figure: number, judged: Judged, unit: string): string {
  if (judged === "measured") return quantity(figure, unit);
  if (judged === "over") return `${quantity(figure, unit)} over`;
  return judged === "ratio" ? `${number(figure)}×` : `${number(figure)}× faster`;
}

function quantity(value: number | undefined, unit: string): string {
  if (value === undefined) return "";
  return unit === "" ? number(value) : `${number(value)} ${unit}`;
}

/** Rounds to three significant digits; more would be noise. */
function number(value: number): string {
  const isWhole = Number.isInteger(value) || Math.abs(value) >= 100;
  return isWhole ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}
