import type { Change } from "../../model/index.js";
import type { PlanNode } from "./plan-tree.js";

/** An entry under a parent: one resource, or many similar ones. */
export type Sibling =
  | { readonly kind: "one"; readonly node: PlanNode }
  | { readonly kind: "many"; readonly nodes: readonly PlanNode[] };

/** Up to this many similar resources are all shown. Of more, the first few stand for the rest. */
const most = 10;
const shownOfMany = 3;

/** Groups the resources under one parent: many similar ones become a few and one entry for the rest. */
export function foldSiblings(nodes: readonly PlanNode[], likenessOf: SiblingLikeness): readonly Sibling[] {
  const groups = new Map<number, PlanNode[]>();
  const groupOf = nodes.map((node) => {
    const likeness = likenessOf(node);
    const group = groups.get(likeness);
    if (group === undefined) {
      const own = [node];
      groups.set(likeness, own);
      return own;
    }
    group.push(node);
    return group;
  });
  const siblings: Sibling[] = [];
  for (const [index, node] of nodes.entries()) {
    const group = groupOf[index]!;
    if (group.length <= most) siblings.push({ kind: "one", node });
    else if (node === group[0]) {
      for (const each of group.slice(0, shownOfMany)) siblings.push({ kind: "one", node: each });
      siblings.push({ kind: "many", nodes: group.slice(shownOfMany) });
    }
  }
  return siblings;
}

/**
 * Returns the same number for resources of the same type with the same action on the same properties, and with
 * similar members.
 */
export type SiblingLikeness = (node: PlanNode) => number;

export function likeness(): SiblingLikeness {
  const numbers = new Map<string, number>();
  const known = new Map<PlanNode, number>();
  const likenessOf = (node: PlanNode): number => {
    const found = known.get(node);
    if (found !== undefined) return found;
    const within = node.children.map(likenessOf).sort((a, b) => a - b);
    const key = `${node.type}\n${ownTraits(node)}\n${within.join()}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    known.set(node, number);
    return number;
  };
  return likenessOf;
}

/** One line per trait. No trait contains a line break. */
function ownTraits({ shown }: PlanNode): string {
  if (shown === undefined) return "";
  const { change, details, isLeftBehind } = shown;
  const reasons = change.reasons.map(({ kind }) => kind).join(" ");
  const properties = details.shown.map(({ path, kind, of }) => `${of} ${kind} ${firstName(path)}`).sort();
  const distinct = properties.filter((property, index) => property !== properties[index - 1]);
  const isRenamed = change.renamedFrom !== undefined;
  return `${change.action} ${isLeftBehind} ${isRenamed}\n${reasons}\n${distinct.join("\n")}`;
}

function firstName(path: string): string {
  const end = path.search(/[.[]/);
  return end === -1 ? path : path.slice(0, end);
}

/** Returns the changes inside the given resources, without the resources themselves. */
export function* changesWithin(nodes: readonly PlanNode[]): Generator<Change> {
  for (const { children } of nodes) {
    if (children.length === 0) continue;
    for (const { shown } of children) if (shown !== undefined) yield shown.change;
    yield* changesWithin(children);
  }
}
