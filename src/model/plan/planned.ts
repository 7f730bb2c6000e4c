import type { ValueObject } from "../value/index.js";

/**
 * A provider's answer to "what would you do": the centre of the provider contract. It is kept in the plan, and
 * what apply does must agree with it.
 */
export interface Planned {
  /** The inputs as the provider decoded them, defaults included; may hold unknowns. */
  readonly inputs: ValueObject;
  /**
   * Fields of `inputs` that are unknown there as a whole because a part of them is: what is known of them. A plan shows
   * these; apply does not rely on them.
   */
  readonly partlyKnown?: ValueObject | undefined;
  /** What dependents may read while this is only planned; unknown where it is decided by the call. */
  readonly outputs: ValueObject;
  /** The version of the type's schema that `inputs` are written in; one unless said. */
  readonly schemaVersion?: number;
  /** Whether anything is to be done; with `compare` the engine compares the inputs itself. */
  readonly change: "none" | "some" | "compare";
  readonly fields: readonly PlannedField[];
  readonly replaceOrder?: "create-first" | "delete-first" | undefined;
  /** Whether the old and the new object can exist side by side although nothing that tells them apart changed. */
  readonly coexists?: boolean | undefined;
  /** The provider's own bytes in base64, handed back when the step is performed. */
  readonly opaque?: string;
  /**
   * Known outputs that the provider does not guarantee: their names, or all of them. If one comes out different,
   * dependents are planned again with the real value. Without the mark, a different value fails the run.
   */
  readonly predicted?: "all" | readonly string[] | undefined;
  /** The call needs inputs that are not in `inputs`, such as write-only ones, so it cannot be repeated from state. */
  readonly unrecorded?: true | undefined;
  /** Why the provider could not say more yet. */
  readonly deferred?: string | undefined;
}

/** A provider's plan for the delete of an object. */
export interface PlannedDelete {
  /** The provider's own bytes in base64, handed back with the delete. */
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
