import { quoted } from "../value/index.js";
import { cutPieces, joinPieces, styled, wrapPieces, type Line, type Pieces } from "../layout/index.js";
import type { Look } from "../look.js";
import { changeHead } from "./change-head.js";
import { changeMarks } from "./change-mark.js";
import { detailLines, usually } from "./detail-lines.js";
import {
  changesWithin,
  foldSiblings,
  likeness,
  type Sibling,
  type SiblingLikeness,
} from "./fold-siblings.js";
import { countedChanges } from "./plan-summary.js";
import type { PlanNode, ShownChange } from "./plan-tree.js";
import type { ReplaceOrder } from "./replace-order.js";

interface TreeContext {
  readonly look: Look;
  readonly width: number;
  readonly likenessOf: SiblingLikeness;
  readonly orderOf: (urn: string) => ReplaceOrder | undefined;
}

/** Renders the tree of a plan. The action symbol is always in the first column; the nesting is drawn beside it. */
export function treeLines(
  roots: readonly PlanNode[],
  look: Look,
  orderOf: (urn: string) => ReplaceOrder | undefined,
): readonly Line[] {
  const context = { look, width: Math.max(look.width, narrowest), likenessOf: likeness(), orderOf };
  const lines: Line[] = [];
  let wasTall = false;
  for (const [index, sibling] of siblings(roots, context).entries()) {
    const own: Line[] = [];
    addSibling(own, sibling, { first: "", rest: "" }, context);
    const isTall = own.length > 1;
    if (index > 0 && (isTall || wasTall)) lines.push([]);
    for (const line of own) lines.push(line);
    wasTall = isTall;
  }
  return lines;
}

/** Narrower widths are treated as this width. */
const narrowest = 20;

/** The tree lines before a resource: on its own line, and on the lines below. */
interface Guides {
  readonly first: string;
  readonly rest: string;
}

function siblings(nodes: readonly PlanNode[], { look, likenessOf }: TreeContext): readonly Sibling[] {
  if (look.verbose) return nodes.map((node) => ({ kind: "one", node }));
  return foldSiblings(nodes, likenessOf);
}

function addSibling(lines: Line[], sibling: Sibling, guides: Guides, context: TreeContext): void {
  if (sibling.kind === "one") addNode(lines, sibling.node, guides, context);
  else lines.push(manyLine(sibling.nodes, guides, context));
}

function addNode(lines: Line[], node: PlanNode, { first, rest }: Guides, context: TreeContext): void {
  const { look, orderOf } = context;
  const width = context.width - gutter - first.length;
  const beside = `  ${rest}${node.children.length > 0 ? "│   " : "  "}`;
  const inner = context.width - beside.length;
  const { line, below } = changeHead(node, { width, inner, look, orderOf });
  lines.push([...mark(node), styled("faint", first), ...line]);
  const details = node.shown === undefined ? [] : shownDetails(node.shown, inner, look);
  for (const each of [...below, ...details]) lines.push([styled("faint", beside), ...each]);
  const among = siblings(node.children, context);
  for (const [index, child] of among.entries())
    addSibling(lines, child, guidesBelow(rest, index === among.length - 1, context.width), context);
}

/** The column of the symbols. */
const gutter = 2;

/** Limits the indentation, so that deeply nested resources keep half of the width. */
function guidesBelow(rest: string, isLast: boolean, width: number): Guides {
  const most = width === Infinity ? rest.length : Math.floor(width / 6) * 3 - 3;
  const kept = rest.length > most ? rest.slice(rest.length - most) : rest;
  return isLast ? { first: `${kept}└─ `, rest: `${kept}   ` } : { first: `${kept}├─ `, rest: `${kept}│  ` };
}

function mark({ shown }: PlanNode): Pieces {
  if (shown === undefined) return ["  "];
  const { symbol, style } = changeMarks[shown.change.action];
  return [styled(style, `${symbol} `)];
}

/** Renders many similar resources on one line. */
function manyLine(nodes: readonly PlanNode[], { first }: Guides, context: TreeContext): Line {
  const [one] = nodes;
  const within = countedChanges(changesWithin(nodes)).map((part) => [part]);
  const names = `${quoted(one!.name)} … ${quoted(nodes.at(-1)!.name)}`;
  return cutPieces(
    [
      ...mark(one!),
      styled("faint", first),
      styled("strong", `${nodes.length} more `),
      one!.type,
      ...(within.length === 0 ? [] : [", containing ", ...joinPieces(within, ", ")]),
      styled("faint", `  ${names}`),
    ],
    context.width,
  );
}

function shownDetails({ change, details }: ShownChange, width: number, look: Look): readonly Line[] {
  const { action, planned, prior } = change;
  const areFound = action === "refresh";
  const isAllNew = action === "create" && details.shown.every(({ kind }) => kind === "add");
  const style = { width, look, hasSymbols: !isAllNew, areFound };
  const drifted = details.shown.filter(({ of }) => of === "drift" && !areFound);
  const own = details.shown.filter(
    ({ of, isDefault }) => (of !== "drift" || areFound) && (look.verbose || !isDefault),
  );
  const deferred = planned?.deferred;
  const note = deferred === undefined ? [] : [prior === undefined ? deferred : `not read: ${deferred}`];
  const hidden = `${details.hidden} ${details.hidden === 1 ? "change" : "changes"} not shown`;
  return [
    ...note.flatMap((text) => wrapPieces([styled("faint", text)], width)),
    ...usually(own.length === 0 ? [] : detailLines(own, style), look),
    ...(drifted.length === 0
      ? []
      : [
          cutPieces([styled("drift", "changed outside Coconut:")], width),
          ...usually(detailLines(drifted, { ...style, hasSymbols: true, areFound: true }), look),
        ]),
    ...(details.hidden === 0 ? [] : [[styled("faint", hidden)]]),
  ];
}
