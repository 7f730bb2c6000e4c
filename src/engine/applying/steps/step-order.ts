import type { Step } from "../../../model/index.js";

/** Which resources' steps come after which others', in a plan; all by URN. */
export class StepOrder {
  readonly #before = new Map<string, Set<string>>();

  constructor(steps: readonly Step[]) {
    const urnOf = new Map(steps.map(({ id, urn }) => [id, urn]));
    for (const { urn, after } of steps) {
      const before = this.#before.get(urn) ?? new Set();
      this.#before.set(urn, before);
      for (const id of after) before.add(urnOf.get(id)!);
      before.delete(urn);
    }
  }

  /** The resources that have to be done right before this one. */
  before(urn: string): readonly string[] {
    return [...(this.#before.get(urn) ?? [])];
  }

  /** Everything that comes after this resource, near or far, in the order of the plan. */
  behind(urn: string): readonly string[] {
    const behind = new Set([urn]);
    for (let size = 0; size < behind.size;) {
      size = behind.size;
      for (const [other, before] of this.#before)
        if ([...before].some((each) => behind.has(each))) behind.add(other);
    }
    behind.delete(urn);
    return [...behind];
  }
}
