import { atSameLevel, type Connector, type Nest } from "./nest-shapes.js";

/** The shapes directly in one box, or in none, and the lines between them. */
export interface Level {
  readonly items: readonly string[];
  /** By target shape: all lines to one shape run together as far as possible. */
  readonly bundles: ReadonlyMap<string, ConnectorBundle>;
}

export interface ConnectorBundle {
  /** The shape that all its lines point to. */
  readonly to: string;
  /**
   * The target shape, or the box of this level that contains it. Absent if the bundle enters from outside the box.
   */
  readonly start: LineEnd | undefined;
  readonly ends: readonly LineEnd[];
  /** True if it also leaves the box. */
  readonly leaves: boolean;
}

export interface LineEnd {
  readonly item: string;
  /** True if the end is inside the item rather than the item itself. */
  readonly within: boolean;
}

/** Returns the levels that contain lines, by box. The top level has the key `undefined`. */
export function levelsOf(nest: Nest, lines: readonly Connector[]): ReadonlyMap<string | undefined, Level> {
  const levels = new Map<string | undefined, LevelInMaking>();
  const at = (box: string | undefined): LevelInMaking => {
    const level = levels.get(box) ?? new LevelInMaking(nest.members(box));
    levels.set(box, level);
    return level;
  };
  for (const line of lines) {
    const { outOf, into } = atSameLevel(line, nest.around);
    let inner: LineEnd = { item: line.to, within: false };
    for (const box of into) {
      at(box).begin(line.to, inner).leaves = true;
      inner = { item: box, within: true };
    }
    const shared = nest.around(outOf.at(-1) ?? line.from)[0];
    let user: LineEnd = { item: line.from, within: false };
    for (const box of outOf) {
      at(box).begin(line.to, undefined).end(user);
      user = { item: box, within: true };
    }
    at(shared).begin(line.to, inner).end(user);
  }
  return levels;
}

class LevelInMaking implements Level {
  readonly items: readonly string[];
  readonly bundles = new Map<string, BundleInMaking>();

  constructor(items: readonly string[]) {
    this.items = items;
  }

  begin(to: string, start: LineEnd | undefined): BundleInMaking {
    const bundle = this.bundles.get(to) ?? new BundleInMaking(to, start);
    this.bundles.set(to, bundle);
    return bundle;
  }
}

class BundleInMaking implements ConnectorBundle {
  readonly to: string;
  readonly start: LineEnd | undefined;
  leaves = false;
  readonly #ends = new Map<string, LineEnd>();

  constructor(to: string, start: LineEnd | undefined) {
    this.to = to;
    this.start = start;
  }

  get ends(): readonly LineEnd[] {
    return [...this.#ends.values()];
  }

  end(end: LineEnd): void {
    this.#ends.set(`${end.within ? "in" : "at"} ${end.item}`, end);
  }
}
