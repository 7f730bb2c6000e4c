import { displayWidth } from "../../std/display-width.js";
import { printable } from "../../std/printable.js";
import { shortenMiddle } from "../../std/shorten-text.js";
import {
  joinPieces,
  styled,
  widthOf,
  wrapPieces,
  type Line,
  type Piece,
  type Pieces,
} from "../layout/index.js";
import type { Look, Style } from "../look.js";
import { positionText } from "../position-text.js";
import { quoted, resourceLabel, resourceName } from "../value/index.js";
import { changeMarks } from "./change-mark.js";
import type { PlanNode, ShownChange } from "./plan-tree.js";
import { reasonSentence, reasonText } from "./reason-text.js";
import type { ReplaceOrder } from "./replace-order.js";
import { JSON } from "../../std/plain-json.js";

/** The lines about a resource before its properties. */
export interface ChangeHead {
  readonly line: Line;
  /** Remarks that did not fit on the line, and verbose details. */
  readonly below: readonly Line[];
}

export interface HeadRoom {
  readonly width: number;
  /** The width of the lines below. */
  readonly inner: number;
  readonly look: Look;
  readonly orderOf: (urn: string) => ReplaceOrder | undefined;
}

/** Names the resource and summarizes the change and its reasons. */
export function changeHead(node: PlanNode, room: HeadRoom): ChangeHead {
  const { shown } = node;
  if (shown === undefined) return { line: label(node, room.width, "faint", "faint"), below: [] };
  const { style } = changeMarks[shown.change.action];
  const title = label(node, room.width, undefined, nameStyle(style));
  const remarks = remarksOf(shown, room);
  const more = room.look.verbose ? verboseLines(shown, room) : [];
  if (remarks.length === 0) return { line: title, below: more };
  const remark: Pieces = [
    styled("faint", "("),
    ...joinPieces(remarks, styled("faint", "; ")),
    styled("faint", ")"),
  ];
  if (widthOf(title) + 2 + widthOf(remark) <= Math.min(room.width, widest)) {
    return { line: [...title, "  ", ...remark], below: more };
  }
  return { line: title, below: [...wrapPieces(remark, Math.min(room.inner, widest)), ...more] };
}

/** Longer lines are hard to read. */
const widest = 120;

function nameStyle(style: Style): Style {
  return style === "delete" || style === "replace" ? style : "strong";
}

/** The type and the name. If both do not fit, the middle of the longer one is cut. */
function label({ type, name }: PlanNode, width: number, typeStyle: Style | undefined, style: Style): Line {
  const inner = printable(JSON.stringify(name)).slice(1, -1);
  const wanted = displayWidth(inner) + 2;
  const typeRoom = Math.max(width - 1 - wanted, Math.min(displayWidth(type), Math.floor(width / 2)));
  const shortType = shortenMiddle(printable(type), typeRoom);
  const nameRoom = Math.max(1, width - displayWidth(shortType) - 1 - 2);
  return [styled(typeStyle, `${shortType} `), styled(style, `"${shortenMiddle(inner, nameRoom)}"`)];
}

function remarksOf({ change, isLeftBehind }: ShownChange, { look, orderOf }: HeadRoom): readonly Pieces[] {
  const { action, urn, reasons, renamedFrom } = change;
  const said: (readonly Piece[])[] = [];
  if (isLeftBehind) said.push([styled("faint", "left over from an earlier replacement")]);
  if (renamedFrom !== undefined) said.push([styled("record", formerName(renamedFrom, urn))]);
  if (action === "replace") said.push([styled("replace", `replaced, ${orderOf(urn) ?? "create-first"}`)]);
  if (action === "forget") said.push([styled("record", "removed from state")]);
  if (action === "refresh") said.push([styled("drift", "refreshed")]);
  for (const reason of reasons) {
    // In verbose mode all reasons are listed below.
    const text = look.verbose && reason.kind !== "drift" ? "" : reasonText(reason, look);
    if (text !== "") said.push([styled(reason.kind === "drift" ? "drift" : "faint", text)]);
  }
  return said;
}

/** Returns the former name, or the former component if only that differs. */
function formerName(before: string, after: string): string {
  const [old, now] = [resourceName(before), resourceName(after)];
  if (old.name === now.name && old.type === now.type) return `was ${formerPlace(before, after)}`;
  return old.type === now.type ? `was ${quoted(old.name)}` : `was ${resourceLabel(before)}`;
}

function formerPlace(before: string, after: string): string {
  const [stack, project, types = ""] = before.split("::");
  if (!after.startsWith(`${stack}::${project}::`)) return before;
  const components = types.split("$").slice(0, -1).reverse();
  return components.length === 0 ? "in no component" : `in ${components.join(" in ")}`;
}

function verboseLines({ change }: ShownChange, { look, inner }: HeadRoom): readonly Line[] {
  const { urn, position, reasons, renamedFrom } = change;
  const because = reasons.map((reason) => reasonSentence(reason, look)).join("; ");
  const where = position === undefined ? [] : [`at ${positionText(position, look)}`];
  return [
    // Never cut: the user may paste it.
    [styled("faint", urn)],
    ...(renamedFrom === undefined ? [] : [[styled("faint", `was ${renamedFrom}`)]]),
    ...where.map((text): Line => [styled("faint", text)]),
    ...(because === "" ? [] : wrapPieces([styled("faint", because)], inner)),
  ];
}
