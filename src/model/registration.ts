import type { ApplyExpression, Expression } from "./expression.js";
import type { Scope } from "./name/index.js";
import type { ResourceHandle } from "./resource-handle.js";
import type { RegisteredOptions } from "./resource-options.js";
import type { SourcePosition } from "./source-position.js";

/** What the program asked for: one resource, as it stood when it was made. */
export interface Registration extends ResourceHandle {
  /**
   * Its place in the program. One number for what the program made itself; made inside a callback: the
   * callback's place, then its own. Plans, diagnostics and ties follow this order.
   */
  readonly sequence: readonly number[];
  /** Where it was allocated, where the program was compiled by the loader. */
  readonly scope: Scope | undefined;
  readonly parent: Registration | undefined;
  readonly inputs: Expression;
  readonly options: RegisteredOptions;
  /** The callbacks it was made in, outermost first. Empty for what the program made itself. */
  readonly origin: readonly ApplyExpression[];
  /** Where the resource was made: file, line and column of the `new`. */
  readonly position: SourcePosition | undefined;
  /** For `external`: the id to read. */
  readonly externalId: Expression | undefined;
  /** What a component said it offers; undefined until it did. */
  readonly outputs: Expression | undefined;
}

/** Program order: element by element, the shorter first. */
export function compareSequence(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = a[index]! - b[index]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
