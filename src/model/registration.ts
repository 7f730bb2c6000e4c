import type { ApplyExpression, Expression } from "./expression.js";
import type { Scope } from "./name/index.js";
import type { ResourceHandle } from "./resource-handle.js";
import type { RegisteredOptions } from "./resource-options.js";
import type { SourcePosition } from "./source-position.js";

/** A resource that the program declares, as of its creation. */
export interface Registration extends ResourceHandle {
  /**
   * Its place in the program. One number for a resource that is created outside callbacks; inside a callback: the place
   * of the callback, then its own. Plans, diagnostics and tie-breaking use this order.
   */
  readonly sequence: readonly number[];
  /** The place where it is created, if the loader compiled the program. */
  readonly scope: Scope | undefined;
  readonly parent: Registration | undefined;
  readonly inputs: Expression;
  readonly options: RegisteredOptions;
  /** The callbacks in which it was created, outermost first. Empty outside callbacks. */
  readonly origin: readonly ApplyExpression[];
  /** Position of the `new` expression: file, line and column. */
  readonly position: SourcePosition | undefined;
  /** For `external`: the id to read. */
  readonly externalId: Expression | undefined;
  /** The outputs that a component registered; undefined until then. */
  readonly outputs: Expression | undefined;
}

/** Compares by program order: element by element, the shorter first. */
export function compareSequence(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = a[index]! - b[index]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
