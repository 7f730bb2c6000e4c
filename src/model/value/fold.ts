/**
 * Computes a result for a tree bottom-up, without recursion: depth is limited by memory, not by the stack. `open`
 * either returns a result for a node immediately, or its parts and a function that combines their results. A shared
 * object is opened once; an object that contains itself is passed to `onCycle`.
 */
export function fold<Node, Result>(
  root: Node,
  open: (node: Node, trail: Trail) => FoldStep<Node, Result>,
  { results = new Map(), onCycle = refuseCycle }: FoldOptions<Node, Result> = {},
): Result {
  const frames: Frame<Node, Result>[] = [];
  const opened = new Set<Node>();
  let node = root;
  let trail: Trail = {};
  for (;;) {
    const known = results.get(node);
    let result: Result;
    if (known !== undefined) result = known.result;
    else if (opened.has(node)) result = onCycle(trail);
    else {
      const step = open(node, trail);
      if ("join" in step) {
        if (typeof node === "object") opened.add(node);
        frames.push({ node, trail, step, parts: [] });
        if (step.parts.length > 0) {
          [node, trail] = nextPart(frames);
          continue;
        }
        result = close(frames, opened, results);
      } else {
        result = step.result;
        if (typeof node === "object") results.set(node, step);
      }
    }
    while (frames.length > 0 && take(frames, result)) result = close(frames, opened, results);
    if (frames.length === 0) return result;
    [node, trail] = nextPart(frames);
  }
}

export type FoldStep<Node, Result> =
  | { readonly result: Result }
  | {
      readonly parts: readonly (readonly [PartKey, Node])[];
      readonly join: (results: Result[]) => Result;
    };

export interface FoldOptions<Node, Result> {
  /** Results of nodes that are objects. Pass a map to reuse them in later folds. */
  readonly results?: Map<Node, { readonly result: Result }>;
  readonly onCycle?: (trail: Trail) => Result;
}

/** The key of a part; `insideSecret` for the content of a secret, `samePlace` for a part that stands for the whole. */
export type PartKey = string | number | typeof insideSecret | typeof samePlace;
export const insideSecret = Symbol("inside a secret");
export const samePlace = Symbol("same place");

/** The place of a node, as a list from the node outwards. The trail of the root is empty. */
export interface Trail {
  readonly outer?: Trail;
  readonly key?: string | number;
  /** Set on everything inside a secret: the keys from there on are secret too. */
  readonly secret?: true;
}

export function trailKeys(trail: Trail): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Trail | undefined = trail; at !== undefined; at = at.outer) {
    if (at.key !== undefined) keys.push(at.key);
  }
  return keys.toReversed();
}

/** Returns the keys that may be shown: they end at the outermost secret. */
export function visibleKeys(trail: Trail): (string | number)[] {
  let visible = trail;
  while (visible.secret && visible.outer !== undefined) visible = visible.outer;
  return trailKeys(visible);
}

export function extendTrail(trail: Trail, key: PartKey): Trail {
  if (key === samePlace) return trail;
  if (key === insideSecret) return trail.secret ? trail : { outer: trail, secret: true };
  return trail.secret ? { outer: trail, key, secret: true } : { outer: trail, key };
}

interface Frame<Node, Result> {
  readonly node: Node;
  readonly trail: Trail;
  readonly step: Extract<FoldStep<Node, Result>, { join: unknown }>;
  readonly parts: Result[];
}

function nextPart<Node, Result>(frames: readonly Frame<Node, Result>[]): [Node, Trail] {
  const { trail, step, parts } = frames.at(-1)!;
  const [key, node] = step.parts[parts.length]!;
  return [node, extendTrail(trail, key)];
}

/** Passes a result to the innermost open node. Returns true if that was its last part. */
function take<Node, Result>(frames: readonly Frame<Node, Result>[], result: Result): boolean {
  const { step, parts } = frames.at(-1)!;
  parts.push(result);
  return parts.length === step.parts.length;
}

function close<Node, Result>(
  frames: Frame<Node, Result>[],
  opened: Set<Node>,
  results: Map<Node, { readonly result: Result }>,
): Result {
  const { node, step, parts } = frames.pop()!;
  const result = step.join(parts);
  if (opened.delete(node)) results.set(node, { result });
  return result;
}

function refuseCycle(): never {
  throw new Error("Bug: a value contains itself; it should have been rejected on entry.");
}
