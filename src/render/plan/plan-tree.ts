import type { Change, Plan } from "../../model/index.js";
import { resourceName } from "../value/index.js";
import { changeDetails, type ChangeDetails } from "./change-details.js";

/** A resource of a plan, with its members. */
export interface PlanNode {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** Absent if only a member changes. */
  readonly shown?: ShownChange;
  readonly children: PlanNode[];
}

export interface ShownChange {
  readonly change: Change;
  readonly details: ChangeDetails;
  /** True for a leftover object of an earlier replacement; the resource itself has another entry. */
  readonly isLeftBehind: boolean;
}

/**
 * Returns the visible part of a plan, in its order, as a tree of components. Includes components that only contain
 * changes.
 */
export function planTree({ changes }: Plan, verbose: boolean): readonly PlanNode[] {
  const known = new Map<string, Change>();
  for (const change of changes) if (!known.has(change.urn)) known.set(change.urn, change);
  const roots: PlanNode[] = [];
  const placed = new Map<string, PlanNode>();

  const place = (node: PlanNode, parent: string | undefined) => {
    if (!placed.has(node.urn)) placed.set(node.urn, node);
    (parent === undefined ? roots : nodeAt(parent).children).push(node);
  };
  const nodeAt = (urn: string): PlanNode => {
    const there = placed.get(urn);
    if (there !== undefined) return there;
    const change = known.get(urn);
    const node =
      change === undefined
        ? { urn, ...resourceName(urn), children: [] }
        : nodeOf(change, isShown(change, verbose));
    place(node, change?.parent);
    return node;
  };
  for (const change of changes) {
    if (!isShown(change, verbose)) continue;
    if (known.get(change.urn) === change) nodeAt(change.urn);
    else place(nodeOf(change, true, true), change.parent);
  }
  return roots;
}

function nodeOf(change: Change, isShownHere: boolean, isLeftBehind = false): PlanNode {
  const { urn, type, name } = change;
  if (!isShownHere) return { urn, type, name, children: [] };
  return { urn, type, name, shown: { change, details: changeDetails(change), isLeftBehind }, children: [] };
}

/** A skipped resource is shown only if it does not exist yet. */
function isShown({ action, planned, prior }: Change, verbose: boolean): boolean {
  if (action === "skip") return prior === undefined;
  if (action === "read" && verbose) return true;
  return (action !== "same" && action !== "read") || planned?.deferred !== undefined;
}
