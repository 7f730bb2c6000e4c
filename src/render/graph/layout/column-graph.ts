import { assignLayers, pullTogether } from "./assign-layers.js";
import type { ConnectorBundle, Level, LineEnd } from "./levels.js";

/**
 * A level in columns: the left border, the items, the right border. Every line runs between neighboring columns.
 */
export interface ColumnGraph {
  readonly columns: readonly (readonly number[])[];
  readonly vertices: readonly Vertex[];
  readonly segments: readonly ColumnSegment[];
  readonly vertexOf: ReadonlyMap<string, number>;
  /** The vertices of a bundle, one per column, from its start. */
  readonly chains: ReadonlyMap<string, readonly number[]>;
  /** Items without lines, which are in no column. */
  readonly alone: readonly string[];
}

/** An item, or a point where a line passes through a column. */
export interface Vertex {
  readonly column: number;
  readonly item?: string;
  readonly width: number;
  readonly height: number;
}

/** A segment of a line between two neighboring columns. Heights are relative to the middle of its ends. */
export interface ColumnSegment {
  readonly left: number;
  readonly right: number;
  readonly leftOffset: number;
  readonly rightOffset: number;
}

/** The measurements of the items of a level. */
export interface Measure {
  size(item: string): { readonly width: number; readonly height: number };
  /** Returns where the lines of a bundle touch something inside an item, relative to the item's middle. */
  port(item: string, to: string, side: "left" | "right"): number;
}

export function columnGraph(level: Level, measure: Measure): ColumnGraph {
  const making = new ColumnsInMaking(level, measure);
  for (const bundle of level.bundles.values()) making.run(bundle);
  return making;
}

class ColumnsInMaking implements ColumnGraph {
  readonly columns: number[][];
  readonly vertices: Vertex[] = [];
  readonly segments: ColumnSegment[] = [];
  readonly vertexOf = new Map<string, number>();
  readonly chains = new Map<string, number[]>();
  readonly alone: readonly string[];
  readonly #measure: Measure;

  constructor(level: Level, measure: Measure) {
    this.#measure = measure;
    const layers = layersOf(level);
    const touched = touchedItems(level);
    this.alone = level.items.filter((item) => !touched.has(item));
    const standing = level.items.filter((item) => touched.has(item));
    const last = standing.reduce((highest, item) => Math.max(highest, layers.get(item)! + 1), 0);
    this.columns = Array.from({ length: last + 2 }, () => []);
    for (const item of standing)
      this.vertexOf.set(item, this.#add({ column: layers.get(item)! + 1, item, ...measure.size(item) }));
  }

  /** Routes the lines of a bundle through the columns. */
  run({ to, start, ends, leaves }: ConnectorBundle): void {
    const first = start === undefined ? this.#add(passing(0)) : this.vertexOf.get(start.item)!;
    const chain = [first];
    const begin = this.vertices[first]!.column;
    this.chains.set(to, chain);
    const offset = start?.within ? this.#measure.port(start.item, to, "right") : 0;
    const extend = (column: number) => {
      while (chain.length <= column - begin) {
        const left = chain.at(-1)!;
        const right = this.#add(passing(begin + chain.length));
        this.segments.push({ left, right, leftOffset: chain.length === 1 ? offset : 0, rightOffset: 0 });
        chain.push(right);
      }
    };
    for (const end of ends) {
      const right = this.vertexOf.get(end.item)!;
      const { column } = this.vertices[right]!;
      // The line closes a cycle and is drawn straight.
      if (column <= begin) continue;
      extend(column - 1);
      const left = chain[column - 1 - begin]!;
      const leftOffset = left === first ? offset : 0;
      this.segments.push({ left, right, leftOffset, rightOffset: this.endOffset(end, to) });
    }
    if (leaves) extend(this.columns.length - 1);
  }

  endOffset({ item, within }: LineEnd, to: string): number {
    return within ? this.#measure.port(item, to, "left") : 0;
  }

  #add(vertex: Vertex): number {
    const index = this.vertices.push(vertex) - 1;
    this.columns[vertex.column]!.push(index);
    return index;
  }
}

const passing = (column: number): Vertex => ({ column, width: 0, height: 0 });

function layersOf({ items, bundles }: Level): ReadonlyMap<string, number> {
  const targets = new Map<string, Set<string>>();
  for (const { start, ends } of bundles.values()) {
    if (start === undefined) continue;
    for (const { item } of ends) targets.set(item, (targets.get(item) ?? new Set()).add(start.item));
  }
  const targetsOf = (item: string) => targets.get(item) ?? [];
  return pullTogether(assignLayers(items, targetsOf), targetsOf);
}

function touchedItems({ bundles }: Level): ReadonlySet<string> {
  const touched = new Set<string>();
  for (const { start, ends } of bundles.values()) {
    if (start !== undefined) touched.add(start.item);
    for (const { item } of ends) touched.add(item);
  }
  return touched;
}
