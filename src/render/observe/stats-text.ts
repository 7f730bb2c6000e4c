import type { StepTime } from "../../model/index.js";
import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import { paintLines, styled, type Line } from "../layout/index.js";
import type { Look } from "../look.js";
import { elapsedText } from "../progress/index.js";

export type Counters = { readonly [name: string]: Counter };

export interface ShownStats {
  readonly resources: readonly { readonly name: string; readonly type: string; readonly stats: Counters }[];
  readonly providers: readonly {
    readonly package: string;
    readonly version: string;
    readonly resources: number;
    readonly stats: Counters;
  }[];
  readonly lastRun?: {
    readonly command: string;
    readonly begunAt: string;
    readonly durationMs: number;
    readonly slowest: readonly StepTime[];
  };
}

/** Renders the counters of resources and providers, and the slowest steps of the last run. */
export function statsText({ resources, providers, lastRun }: ShownStats, look: Look): string {
  const counted = resources.map(({ name, type, stats }) => ({ head: name, more: type, stats }));
  const summed = providers.map(({ package: name, version, resources: count, stats }) => ({
    head: name,
    more: `${version}, ${count} ${count === 1 ? "resource" : "resources"}`,
    stats,
  }));
  const sections = [
    sectionLines("Resources", counted),
    sectionLines("Providers", summed),
    lastRun === undefined ? [] : slowestLines(lastRun, look),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => paintLines(lines, look))
    .join("\n");
}

/** Renders the counters of one resource, one per line. */
export function countersText(stats: Counters, look: Look): string {
  return paintLines(columns(counterRows(stats), ""), look);
}

interface Counted {
  readonly head: string;
  readonly more: string;
  readonly stats: Counters;
}

function sectionLines(title: string, all: readonly Counted[]): readonly Line[] {
  if (all.length === 0) return [];
  return [
    [styled("strong", title)],
    ...all.flatMap(({ head, more, stats }): readonly Line[] => [
      [`  ${printable(head)}  `, styled("faint", more)],
      ...columns(counterRows(stats), "    "),
    ]),
  ];
}

function counterRows(stats: Counters): readonly (readonly string[])[] {
  return Object.entries(stats).map(([name, counter]) => [name, counterText(counter)]);
}

function slowestLines(
  { command, begunAt, durationMs, slowest }: NonNullable<ShownStats["lastRun"]>,
  look: Look,
): readonly Line[] {
  const when = begunAt.replace("T", " ").replace(/(\.\d+)?Z$/, "Z");
  const rows = slowest.map(({ urn, action, result, durationMs: took }) => [
    elapsedText(took),
    action,
    look.verbose ? urn : urn.slice(urn.lastIndexOf("::") + 2),
    result === "done" ? "" : result,
  ]);
  return [
    [
      styled("strong", "Slowest steps"),
      styled("faint", ` of the last ${command}, ${when}, ${elapsedText(durationMs)}`),
    ],
    ...columns(rows, "  "),
  ];
}

/** Aligns cells in columns, two spaces apart. */
function columns(rows: readonly (readonly string[])[], indent: string): readonly Line[] {
  const widths = new Map<number, number>();
  for (const row of rows)
    for (const [index, cell] of row.entries())
      widths.set(index, Math.max(widths.get(index) ?? 0, displayWidth(printable(cell))));
  return rows.map((row) => [
    indent,
    ...row.map((cell, index) => {
      const text = printable(cell);
      return index === row.length - 1
        ? text
        : `${text}${" ".repeat(widths.get(index)! - displayWidth(text) + 2)}`;
    }),
  ]);
}

export type Counter = number | { readonly value: number; readonly unit: string };

/** Formats a number for people: with thousands separators, and bytes and times in a suitable unit. */
export function counterText(counter: Counter): string {
  if (typeof counter === "number") return numberText(counter);
  const { value, unit } = counter;
  if (unit === "B" || unit === "bytes") return bytesText(value);
  if (unit === "ms") return elapsedText(value);
  if (unit === "s") return elapsedText(value * 1000);
  return `${numberText(value)} ${unit}`;
}

function bytesText(value: number): string {
  let rest = value;
  let unit = "B";
  for (const next of ["KiB", "MiB", "GiB", "TiB", "PiB"]) {
    if (Math.abs(rest) < 1023.95) break;
    rest /= 1024;
    unit = next;
  }
  return `${unit === "B" ? numberText(rest) : rest.toFixed(1)} ${unit}`;
}

/** Formats integers as they are and other numbers with at most three decimals. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const [whole, part] = String(Math.round(value * 1000) / 1000).split(".");
  // A number in exponent notation is not changed.
  if (!/^-?\d+$/.test(whole!)) return String(value);
  const apart = whole!.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return part === undefined ? apart : `${apart}.${part}`;
}
