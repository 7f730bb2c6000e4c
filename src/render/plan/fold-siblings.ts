import type { Change } from "../../model/index.js";
import type { PlanNode } from "./plan-tree.js";

/** One of the things that stand side by side: a resource, or many that are alike. */
export type Sibling =
  | { readonly kind: "one"; readonly node: PlanNode }
  | { readonly kind: "many"; readonly nodes: readonly PlanNode[] };

/** Up to so many that are alike are all shown; of more, the first few stand for the rest. */
const most = 10;
const shownOfMany = 3;

/** What stands side by side under one parent; many that are alike become few and one for the rest. */
export function foldSiblings(nodes: readonly PlanNode[], likenessOf: Likeness): readonly Sibling[] {
  const groups = new Map<number, PlanNode[]>();
  for (const node of nodes) {
    const group = groups.get(likenessOf(node));
    if (group === undefined) groups.set(likenessOf(node), [node]);
    else group.push(node);
  }
  const folded = new Set<number>();
  return nodes.flatMap((node): readonly Sibling[] => {
    const likeness = likenessOf(node);
    const group = groups.get(likeness)!;
    if (group.length <= most) return [{ kind: "one", node }];
    if (folded.has(likeness)) return [];
    folded.add(likeness);
    const shown = group.slice(0, shownOfMany).map((each): Sibling => ({ kind: "one", node: each }));
    return [...shown, { kind: "many", nodes: group.slice(shownOfMany) }];
  });
}

/** One number for all that are of one type, to which the same happens by the same properties, and so in what they contain. */
export type Likeness = (node: PlanNode) => number;

export function likeness(): Likeness {
  const numbers = new Map<string, number>();
  const known = new Map<PlanNode, number>();
  const likenessOf = (node: PlanNode): number => {
    const found = known.get(node);
    if (found !== undefined) return found;
    const within = node.children.map(likenessOf).sort((a, b) => a - b);
    const key = JSON.stringify([node.type, ...ownTraits(node), within]);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    known.set(node, number);
    return number;
  };
  return likenessOf;
}

function ownTraits({ shown }: PlanNode): readonly unknown[] {
  if (shown === undefined) return [];
  const { change, details, isLeftBehind } = shown;
  const properties = details.shown.map(({ path, kind, of }) => `${of} ${kind} ${/^[^.[]*/.exec(path)![0]}`);
  return [
    change.action,
    isLeftBehind,
    change.renamedFrom === undefined,
    change.reasons.map(({ kind }) => kind),
    [...new Set(properties)].sort(),
  ];
}

/** What happens to what is in some, they themselves not counted. */
export function* changesWithin(nodes: readonly PlanNode[]): Generator<Change> {
  for (const { children } of nodes) {
    for (const { shown } of children) if (shown !== undefined) yield shown.change;
    yield* changesWithin(children);
  }
}
