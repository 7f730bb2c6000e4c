import type { Step } from "../../../model/index.js";

/** Which resources' steps come after which others', in a plan; all by URN. */
export class StepOrder {
  readonly #before = new Map<string, Set<string>>();
  readonly #after = new Map<string, Set<string>>();
  readonly #places = new Map<string, number>();

  constructor(steps: readonly Step[]) {
    const urnOf = new Map(steps.map(({ id, urn }) => [id, urn]));
    for (const { urn } of steps) {
      if (this.#places.has(urn)) continue;
      this.#places.set(urn, this.#places.size);
      this.#before.set(urn, new Set());
      this.#after.set(urn, new Set());
    }
    for (const { urn, after } of steps) {
      for (const id of after) {
        const earlier = urnOf.get(id)!;
        if (earlier === urn) continue;
        this.#before.get(urn)!.add(earlier);
        this.#after.get(earlier)!.add(urn);
      }
    }
  }

  /** The resources that have to be done right before this one. */
  before(urn: string): readonly string[] {
    return [...(this.#before.get(urn) ?? [])];
  }

  /** Everything that comes after this resource, near or far, in the order of the plan. */
  behind(urn: string): readonly string[] {
    const behind = new Set([urn]);
    for (const each of behind) for (const later of this.#after.get(each) ?? []) behind.add(later);
    behind.delete(urn);
    return [...behind].sort((a, b) => this.#places.get(a)! - this.#places.get(b)!);
  }
}
