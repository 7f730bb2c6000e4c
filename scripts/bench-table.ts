/**
 * One line of a benchmark's result. Times are the median of several runs; on a machine that others use too, the best
 * ones say more, so they stand beside.
 *
 * A benchmark is `export default async function (options: BenchOptions): Promise<BenchRow[]>`.
 */
export interface BenchRow {
  /** Which bar it belongs to; finer rows have none. */
  readonly id?: string;
  readonly work: string;
  readonly unit: string;
  /** Absent if it could not be measured. */
  readonly measured?: number;
  readonly best?: number;
  /** What it is held against, in the same unit. */
  readonly floor?: number;
  readonly bestFloor?: number;
  /** Whose figure the floor is, where it is that of another tool. */
  readonly against?: string;
  readonly bar?: Bar;
  /** How often the disk could make something durable then, of what does so. */
  readonly syncsPerSecond?: number;
  /** What the figure is of, or why there is none. */
  readonly note?: string;
}

/** Of which figure, and how far it may go. */
export type Bar = ({ readonly atMost: number } | { readonly atLeast: number }) & { readonly of: Judged };

/** The figure itself; how many times the floor; how much more than the floor; how many times as fast. */
export type Judged = "measured" | "ratio" | "over" | "speed-up";

/** What a benchmark is asked for. */
export interface BenchOptions {
  /** True when only its working is of interest: one repetition. */
  readonly smoke: boolean;
  /** No program has more resources than this. */
  readonly largest: number;
  /** The package as it is shipped, built from the sources as they are. */
  readonly package: string;
  /** Where programs and their state are put. Kept until all benchmarks have run, so that they can share them. */
  readonly work: string;
  readonly peers: readonly FoundPeer[];
}

/** Another tool that is there to be measured beside. */
export interface FoundPeer {
  readonly name: string;
  readonly version: string;
  /** Where it was installed, unless it is on the PATH. */
  readonly folder?: string;
}

/** The figure that a bar is about; undefined if it was not measured. */
export function figureOf(
  judged: Judged,
  measured: number | undefined,
  floor: number | undefined,
): number | undefined {
  if (judged === "measured" || measured === undefined) return measured;
  if (floor === undefined) return undefined;
  return { ratio: measured / floor, over: measured - floor, "speed-up": floor / measured }[judged];
}

/** Whether a row is where it should be; undefined where nothing is asked of it. What is not measured is not met. */
export function isMet(row: BenchRow): boolean | undefined {
  const { bar } = row;
  if (bar === undefined) return undefined;
  const figure = figureOf(bar.of, row.measured, row.floor);
  if (figure === undefined) return false;
  return "atMost" in bar ? figure <= bar.atMost : figure >= bar.atLeast;
}

/** A row as the texts of its columns. */
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
    bar: bar === undefined ? "" : barText(bar, unit),
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
  "bar",
  "met",
  "syncs/s",
  "note",
] as const;
export type Column = (typeof columns)[number];

const alignedRight = new Set<Column>(["measured", "floor", "ratio", "best", "bar", "syncs/s"]);

export function isAlignedRight(column: Column): boolean {
  return alignedRight.has(column);
}

/** The columns of which any row has something. */
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

/** Three digits say all that such a figure can. */
function number(value: number): string {
  const isWhole = Number.isInteger(value) || Math.abs(value) >= 100;
  return isWhole ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}
