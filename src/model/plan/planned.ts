import type { ValueObject } from "../value/index.js";

/**
 * A provider's plan for one resource, the center of the provider contract. It is stored in the plan, and apply must
 * agree with it.
 */
export interface Planned {
  /** The inputs as the provider decoded them, including defaults. May contain unknowns. */
  readonly inputs: ValueObject;
  /**
   * Fields of `inputs` that are unknown as a whole because a part of them is: the known parts. A plan shows these;
   * apply does not rely on them.
   */
  readonly partlyKnown?: ValueObject | undefined;
  /** The outputs that dependents may read before apply; unknown if only the call determines them. */
  readonly outputs: ValueObject;
  /** The version of the type's schema for `inputs` (default: 1). */
  readonly schemaVersion?: number;
  /** Whether there is a change. With `compare`, the engine compares the inputs itself. */
  readonly change: "none" | "some" | "compare";
  readonly fields: readonly PlannedField[];
  readonly replaceOrder?: "create-first" | "delete-first" | undefined;
  /** Whether the old and the new object can exist side by side although no identifying property changed. */
  readonly coexists?: boolean | undefined;
  /** Private bytes of the provider in base64, passed back when the step is performed. */
  readonly opaque?: string;
  /**
   * Known outputs that the provider does not guarantee: their names, or all of them. If the real value differs,
   * dependents are planned again with it. Without this mark, a different value fails the run.
   */
  readonly predicted?: "all" | readonly string[] | undefined;
  /** The call needs inputs that are not in `inputs`, such as write-only ones, so it cannot be repeated from state. */
  readonly unrecorded?: true | undefined;
  /** Why the provider cannot plan more yet. */
  readonly deferred?: string | undefined;
}

/** A provider's plan for deleting an object. */
export interface PlannedDelete {
  /** Private bytes of the provider in base64, passed back with the delete. */
  readonly opaque?: string;
}

/** One property that changes, and why. */
export interface PlannedField {
  /** A property path, printed. */
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
  readonly replaces: boolean;
  readonly of: "inputs" | "outputs" | "drift";
}
