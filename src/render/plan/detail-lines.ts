import { parsePropertyPath, printPropertyPath, type PathSegment } from "../../model/index.js";
import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import { shortenMiddle } from "../../std/shorten-text.js";
import { cutPieces, styled, widthOf, type Line, type Piece } from "../layout/index.js";
import type { Look } from "../look.js";
import {
  becomes,
  shownChange,
  shownValue,
  wasFound,
  type ShownValue,
  type ValueRoom,
} from "../value/index.js";
import type { ChangeDetail } from "./change-details.js";
import { changeMarks, driftMark, type ChangeMark } from "./change-mark.js";
import { predictedRemark, replacementRemark } from "./reason-text.js";

/** How the properties of one resource are shown. */
export interface DetailStyle {
  readonly width: number;
  readonly look: Look;
  /** False if all properties are new: then they have no symbols. */
  readonly hasSymbols: boolean;
  /** True if the sides are the recorded and the observed value rather than the old and the new one. */
  readonly areFound: boolean;
}

/** Renders property changes as a tree by path, with aligned values where the names allow it. */
export function detailLines(details: readonly ChangeDetail[], style: DetailStyle): readonly Line[] {
  return nodeLines(detailTree(details), style);
}

function nodeLines(nodes: readonly DetailNode[], style: DetailStyle): readonly Line[] {
  const widest = nodes.reduce((most, { label }) => Math.max(most, displayWidth(label)), 0);
  const column = Math.min(widestLabel, widest);
  return nodes.flatMap((node) => [
    ...node.details.flatMap((detail) => detailBlock(node.label, detail, column, style)),
    ...(node.parts.length === 0 ? [] : groupLines(node, style)),
  ]);
}

/** Longer names push only their own value to the right. */
const widestLabel = 20;

function groupLines(node: DetailNode, style: DetailStyle): readonly Line[] {
  const inner = { ...style, width: style.width - 2 };
  const head = [
    ...symbol(style.areFound ? driftMark : changeMarks.update, style),
    `${labelText(node.label, style)}:`,
  ];
  return [head, ...nodeLines(node.parts, inner).map((line): Line => ["  ", ...line])];
}

function detailBlock(
  label: string,
  detail: ChangeDetail,
  column: number,
  style: DetailStyle,
): readonly Line[] {
  const lead = symbol(markOf(detail, style), style);
  const used = widthOf(lead);
  const { start, line, below } = placed(`${labelText(label, style)}:`, detail, column, {
    ...style,
    width: style.width - used,
  });
  const head = [...lead, start, ...line];
  const remark = remarks(detail);
  const isTight = remark.length > 0 && widthOf([...head, ...remark]) > style.width;
  const indent = " ".repeat(used);
  return [
    cutPieces(isTight ? head : [...head, ...remark], style.width),
    ...(isTight ? [cutPieces([indent, ...remark], style.width)] : []),
    ...below.map((each): Line => [indent, ...each]),
  ];
}

function remarks({ isPredicted, isWriteOnly, replaces, after }: ChangeDetail): readonly Piece[] {
  if (isWriteOnly) return ["  (write-only)"];
  if (replaces) {
    const text = replacementRemark(after);
    return [styled("replace", `  (${isPredicted ? `${predictedRemark}, ${text}` : text})`)];
  }
  return isPredicted ? [styled("note", `  (${predictedRemark})`)] : [];
}

/** Places the value in the common column if it fits, otherwise right after the name, otherwise below it. */
function placed(
  name: string,
  detail: ChangeDetail,
  column: number,
  style: DetailStyle,
): ShownValue & { readonly start: string } {
  const { width, look } = style;
  const wide = displayWidth(name);
  for (const start of new Set([name.padEnd(name.length + column + 1 - wide), name])) {
    const room = { first: width - displayWidth(start) - 1, width, verbose: look.verbose };
    const shown = shownDetail(detail, room, style);
    if (shown.line.length > 0) return { ...shown, start: `${start} ` };
    if (start === name) return { ...shown, start };
  }
  throw new Error("Bug: a property was shown nowhere.");
}

function shownDetail(detail: ChangeDetail, room: ValueRoom, style: DetailStyle): ShownValue {
  const { kind, before, after, isWriteOnly } = detail;
  const { compareLines } = style.look;
  if (isWriteOnly) return shownValue(after, room);
  if (style.areFound) return shownChange(before, after, room, compareLines, wasFound);
  if (kind === "add") return shownValue(after, room);
  if (kind === "delete") return shownValue(before, room);
  return shownChange(before, after, room, compareLines, becomes);
}

function markOf({ kind }: ChangeDetail, { areFound }: DetailStyle): ChangeMark {
  if (areFound) return driftMark;
  return changeMarks[kind === "add" ? "create" : kind];
}

function symbol({ symbol: text, style }: ChangeMark, { hasSymbols }: DetailStyle): readonly Piece[] {
  return hasSymbols ? [styled(style, `${text} `)] : [];
}

function labelText(label: string, { width }: DetailStyle): string {
  return shortenMiddle(printable(label), Math.max(8, Math.min(width - 12, 60)));
}

/** Maximum number of lines for one resource, or for the outputs, unless the look is verbose. */
const usualLines = 40;

export function usually(lines: readonly Line[], { verbose }: Look): readonly Line[] {
  if (verbose || lines.length <= usualLines) return lines;
  const left = lines.length - usualLines + 1;
  return [...lines.slice(0, usualLines - 1), [styled("faint", `… ${left} more lines`)]];
}

/** The change of a property, or of several inside one. */
interface DetailNode {
  /** The path from the enclosing property. */
  readonly label: string;
  readonly details: readonly ChangeDetail[];
  readonly parts: readonly DetailNode[];
}

/** Builds a tree from the paths. A path without branches becomes one label, such as `rules[0].port`. */
function detailTree(details: readonly ChangeDetail[]): readonly DetailNode[] {
  const root = branch([]);
  for (const detail of details) {
    let at = root;
    for (const segment of parsePropertyPath(detail.path)) {
      // The number 0 and the text "0" are different keys.
      const next = at.parts.get(segment) ?? branch([segment]);
      at.parts.set(segment, next);
      at = next;
    }
    at.details.push(detail);
  }
  return [
    ...(root.details.length > 0 ? [{ label: "root", details: root.details, parts: [] }] : []),
    ...Array.from(root.parts.values(), closed),
  ];
}

interface Branch {
  readonly way: readonly PathSegment[];
  readonly details: ChangeDetail[];
  readonly parts: Map<PathSegment, Branch>;
}

function branch(way: readonly PathSegment[]): Branch {
  return { way, details: [], parts: new Map() };
}

function closed(given: Branch): DetailNode {
  const way = [...given.way];
  let end = given;
  while (end.details.length === 0 && end.parts.size === 1) {
    const [only] = end.parts.values();
    way.push(...only!.way);
    end = only!;
  }
  return {
    label: printPropertyPath(way),
    details: end.details,
    parts: Array.from(end.parts.values(), closed),
  };
}
