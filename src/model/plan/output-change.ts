import type { Value } from "../value/index.js";
import type { PlannedField } from "./planned.js";

/** The planned change of one stack output. */
export interface OutputChange {
  /** The name of the output, or `anyOutput`. */
  readonly name: string;
  readonly kind: PlannedField["kind"];
  /** The recorded value; absent for a new output. */
  readonly before?: Value;
  /** The value after apply, which may contain unknowns; absent for an output that is removed. */
  readonly after?: Value;
  /** The resources from which the value is computed. */
  readonly sources: readonly OutputSource[];
  /** The value depends, directly or indirectly, on a predicted output, and may differ from the plan. */
  readonly predicted?: true;
}

export interface OutputSource {
  readonly urn: string;
  /** The properties that are read. Absent if only a callback knows them. */
  readonly reads?: readonly string[];
}

/** Stands for outputs whose names are known after apply, in a program that returns one Output for all of them. */
export const anyOutput = "*";
