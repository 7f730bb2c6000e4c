/** A shape to draw. A shape inside another is drawn in its box. */
export interface Shape {
  readonly key: string;
  readonly inside?: string | undefined;
  /** For a box: the minimum. */
  readonly width: number;
  readonly height: number;
}

/** Points from one shape to another; neither is inside the other. */
export interface Connector {
  readonly from: string;
  readonly to: string;
}

export interface Nest {
  /** Returns the shapes directly in a box, or in none. */
  members(box: string | undefined): readonly string[];
  isBox(key: string): boolean;
  /** Returns the boxes around a shape, innermost first. */
  around(key: string): readonly string[];
}

/**
 * Decides which shapes are boxes. A shape is not a box if lines would have to leave it and enter it again in a
 * cycle; its members are placed beside it.
 */
export function nestShapes(shapes: readonly Shape[], lines: readonly Connector[]): Nest {
  const parents = new Map(shapes.map(({ key, inside }) => [key, inside]));
  const boxes = new Set(shapes.flatMap(({ inside }) => (inside === undefined ? [] : [inside])));
  for (let round = 0; ; round++) {
    const around = boxesAround(parents, boxes);
    const circles = circlesOf(siblingLines(lines, around));
    const inCircles = circles.map((circle) => circle.filter((key) => boxes.has(key)));
    if (inCircles.every((circle) => circle.length === 0)) return nestOf(shapes, boxes, around);
    // Opening one shape of each cycle is usually enough. If that takes too many rounds, all of them are opened.
    for (const circle of inCircles)
      for (const key of round < patience ? circle.slice(0, 1) : circle) boxes.delete(key);
  }
}

const patience = 16;

/** Returns a line as seen at the level where both of its ends are: boxes stand in for their members. */
export function atSameLevel(
  { from, to }: Connector,
  around: Nest["around"],
): {
  readonly from: string;
  readonly to: string;
  readonly outOf: readonly string[];
  readonly into: readonly string[];
} {
  const outer = new Set(around(to));
  const outOf = around(from);
  const shared = outOf.find((box) => outer.has(box));
  const below = (boxes: readonly string[]) =>
    shared === undefined ? boxes : boxes.slice(0, boxes.indexOf(shared));
  const own = below(outOf);
  const others = below(around(to));
  return { from: own.at(-1) ?? from, to: others.at(-1) ?? to, outOf: own, into: others };
}

function boxesAround(
  parents: ReadonlyMap<string, string | undefined>,
  boxes: ReadonlySet<string>,
): Nest["around"] {
  const known = new Map<string, readonly string[]>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const around: string[] = [];
    for (let at = parents.get(key); at !== undefined; at = parents.get(at))
      if (boxes.has(at)) around.push(at);
    known.set(key, around);
    return around;
  };
}

function siblingLines(
  lines: readonly Connector[],
  around: Nest["around"],
): ReadonlyMap<string, ReadonlySet<string>> {
  const targets = new Map<string, Set<string>>();
  for (const line of lines) {
    const { from, to } = atSameLevel(line, around);
    targets.set(from, (targets.get(from) ?? new Set()).add(to));
  }
  return targets;
}

function nestOf(shapes: readonly Shape[], boxes: ReadonlySet<string>, around: Nest["around"]): Nest {
  const members = new Map<string | undefined, string[]>();
  for (const { key } of shapes) {
    const [box] = around(key);
    const known = members.get(box);
    if (known === undefined) members.set(box, [key]);
    else known.push(key);
  }
  return { members: (box) => members.get(box) ?? [], isBox: (key) => boxes.has(key), around };
}

/** Returns the strongly connected components with more than one member (Tarjan's algorithm, iterative). */
function circlesOf(targets: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const circles: string[][] = [];
  const lower = (key: string, to: number) => low.set(key, Math.min(low.get(key)!, to));
  for (const root of targets.keys()) {
    if (index.has(root)) continue;
    const path: { readonly key: string; readonly rest: Iterator<string> }[] = [];
    const enter = (key: string) => {
      low.set(key, index.size);
      index.set(key, index.size);
      stack.push(key);
      onStack.add(key);
      path.push({ key, rest: (targets.get(key) ?? new Set<string>())[Symbol.iterator]() });
    };
    enter(root);
    while (path.length > 0) {
      const { key, rest } = path.at(-1)!;
      const { done, value: target } = rest.next();
      if (!done) {
        if (!index.has(target)) enter(target);
        else if (onStack.has(target)) lower(key, index.get(target)!);
        continue;
      }
      path.pop();
      if (path.length > 0) lower(path.at(-1)!.key, low.get(key)!);
      if (low.get(key) !== index.get(key)) continue;
      const circle = stack.splice(stack.lastIndexOf(key));
      for (const each of circle) onStack.delete(each);
      if (circle.length > 1) circles.push(circle);
    }
  }
  return circles;
}
