import { operandsOf, type Expression, type Secrecy } from "../model/index.js";
import { noDependencies, type Dependencies, type Evaluated } from "./evaluated.js";
import type { ResourceDemand } from "./resource-demand.js";

/** One node under evaluation: its missing operands, the cells that wait for it, and its result. */
export class Cell {
  readonly expression: Expression;
  started = false;
  missing = 0;
  waiters: Cell[] | undefined;
  listeners: ((result: Evaluated) => void)[] | undefined;
  /** The mark of the values that the callback was given or had access to. Its result has the same mark. */
  secrecy: Secrecy | undefined;
  dependencies: Dependencies = noDependencies;
  /** The expression that the callback returned, or that the promise resolved to. */
  returned: Expression | undefined;
  /** Expressions needed besides the operands before a question is asked or the callback of a member runs. */
  also: readonly Expression[] | undefined;
  /** For a property or reference: the source of its value. */
  demand: ResourceDemand | undefined;
  result: Evaluated | undefined;

  constructor(expression: Expression) {
    this.expression = expression;
  }

  /** The expressions that the result is computed from, as far as they are known now. */
  get needs(): readonly Expression[] {
    if (this.returned !== undefined) return [this.returned];
    const operands = operandsOf(this.expression);
    return this.also === undefined ? operands : [...operands, ...this.also];
  }
}
