import { operandsOf, type Expression, type Secrecy } from "../model/index.js";
import { noDependencies, type Dependencies, type Evaluated } from "./evaluated.js";
import type { ResourceDemand } from "./resource-demand.js";

/** One node under evaluation: what it still misses, who waits for it, and what it came to. */
export class Cell {
  readonly expression: Expression;
  started = false;
  missing = 0;
  waiters: Cell[] | undefined;
  listeners: ((result: Evaluated) => void)[] | undefined;
  /** The mark of what the callback was given, or knew; what it makes of it has the same. */
  secrecy: Secrecy | undefined;
  dependencies: Dependencies = noDependencies;
  /** What the callback returned, or the promise came to. */
  returned: Expression | undefined;
  /** What must be there beside its operands: before a question is asked, or a callback of a member runs. */
  also: readonly Expression[] | undefined;
  /** For a property or reference: what it comes from. */
  demand: ResourceDemand | undefined;
  result: Evaluated | undefined;

  constructor(expression: Expression) {
    this.expression = expression;
  }

  /** What its result is made from, as far as that is known now. */
  get needs(): readonly Expression[] {
    if (this.returned !== undefined) return [this.returned];
    const operands = operandsOf(this.expression);
    return this.also === undefined ? operands : [...operands, ...this.also];
  }
}
