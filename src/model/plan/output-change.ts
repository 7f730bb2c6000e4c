import type { Value } from "../value/index.js";
import type { PlannedField } from "./planned.js";

/** What a plan does to one output of the stack. */
export interface OutputChange {
  /** The name of the output, or `anyOutput`. */
  readonly name: string;
  readonly kind: PlannedField["kind"];
  /** The value that is recorded; absent for an output that is new. */
  readonly before?: Value;
  /** The value after the apply, which may hold unknowns; absent for an output that is removed. */
  readonly after?: Value;
  /** The resources that the value is made from. */
  readonly sources: readonly OutputSource[];
  /** The value is made from a predicted output, near or far, and may come out different. */
  readonly predicted?: true;
}

export interface OutputSource {
  readonly urn: string;
  /** The properties that are read. Absent where only a callback knows. */
  readonly reads?: readonly string[];
}

/** Stands for outputs whose names are known after apply: those of a program that returns one Output for all of them. */
export const anyOutput = "*";
