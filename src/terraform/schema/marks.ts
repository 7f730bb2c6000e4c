import type { Secrecy } from "../../model/index.js";
import type { CtyPath } from "../cty/index.js";

/**
 * The parts of a value that are secret or ephemeral, as a tree beside it. Keys are attribute names, keys of maps and indexes of
 * lists. Elements of sets have no address, so a mark inside a set is a mark of the whole set.
 */
export interface Marks {
  /** The mark of this value with everything in it. */
  readonly whole?: Secrecy | undefined;
  readonly parts?: ReadonlyMap<MarkKey, Marks> | undefined;
}

export type MarkKey = string | number;

export const noMarks: Marks = Object.freeze({});

/** Returns the marks of a part of the value. A mark of the whole is not passed on. */
export function marksAt(marks: Marks, key: MarkKey): Marks {
  return marks.parts?.get(key) ?? noMarks;
}

export function hasMarks({ whole, parts }: Marks): boolean {
  return whole !== undefined || parts !== undefined;
}

/** True if the place, something around it or a part of it has a mark. */
export function isMarkedAt(marks: Marks, path: CtyPath): boolean {
  let at = marks;
  for (const step of path) {
    if (at.whole !== undefined || "element" in step) break;
    if ("attribute" in step) at = marksAt(at, step.attribute);
    else at = marksAt(at, "key" in step ? step.key : Number(step.index));
  }
  return hasMarks(at);
}

/** Collects marks while a value is read. */
export class MarkCollector {
  readonly #root: MutableMarks = {};

  /** Marks the value at a place. An ephemeral mark replaces a secret one. */
  add(path: readonly MarkKey[], secrecy: Secrecy): void {
    let at = this.#root;
    for (const key of path) {
      at.parts ??= new Map();
      let next = at.parts.get(key);
      if (next === undefined) at.parts.set(key, (next = {}));
      at = next;
    }
    if (at.whole !== "ephemeral") at.whole = secrecy;
  }

  get marks(): Marks {
    return hasMarks(this.#root) ? this.#root : noMarks;
  }
}

interface MutableMarks extends Marks {
  whole?: Secrecy;
  parts?: Map<MarkKey, MutableMarks>;
}
