import type { Step } from "../../../model/index.js";

/** The order of resources by their steps, by URN. Built on first use, because most applies never need it. */
export class StepOrder {
  readonly #steps: readonly Step[];
  #neighbours: Neighbours | undefined;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  /** The resources that must be done directly before this one. */
  before(urn: string): readonly string[] {
    return [...(this.#around.before.get(urn) ?? [])];
  }

  /** All resources that come after this one, directly or indirectly, in the order of the plan. */
  behind(urn: string): readonly string[] {
    const { after, places } = this.#around;
    const behind = new Set([urn]);
    for (const each of behind) for (const later of after.get(each) ?? []) behind.add(later);
    behind.delete(urn);
    return [...behind].sort((a, b) => places.get(a)! - places.get(b)!);
  }

  get #around(): Neighbours {
    this.#neighbours ??= neighboursIn(this.#steps);
    return this.#neighbours;
  }
}

interface Neighbours {
  readonly before: ReadonlyMap<string, ReadonlySet<string>>;
  readonly after: ReadonlyMap<string, ReadonlySet<string>>;
  readonly places: ReadonlyMap<string, number>;
}

function neighboursIn(steps: readonly Step[]): Neighbours {
  const before = new Map<string, Set<string>>();
  const after = new Map<string, Set<string>>();
  const places = new Map<string, number>();
  const urnOf = new Map(steps.map(({ id, urn }) => [id, urn]));
  for (const { urn } of steps) {
    if (places.has(urn)) continue;
    places.set(urn, places.size);
    before.set(urn, new Set());
    after.set(urn, new Set());
  }
  for (const step of steps) {
    for (const id of step.after) {
      const earlier = urnOf.get(id)!;
      if (earlier === step.urn) continue;
      before.get(step.urn)!.add(earlier);
      after.get(earlier)!.add(step.urn);
    }
  }
  return { before, after, places };
}
