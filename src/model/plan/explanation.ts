import type { SourcePosition } from "../source-position.js";
import type { ResourceKind } from "../resource-handle.js";
import type { Value } from "../value/index.js";
import type { ChangeAction, Reason } from "./change.js";
import type { Sides } from "./hidden-paths.js";
import type { OutputChange } from "./output-change.js";
import type { PlannedField } from "./planned.js";

/**
 * Explains the planned change of one resource. Other resources that cause it are named, and have their own
 * explanations.
 */
export interface Explanation {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly kind: ResourceKind;
  readonly action: ChangeAction;
  /** The position in the program that creates or created it. */
  readonly position?: SourcePosition;
  /** Empty: no changes. */
  readonly because: readonly Because[];
}

/** Explains the planned change of one stack output. */
export interface OutputExplanation extends Sides {
  readonly name: string;
  readonly change: OutputChange["kind"] | "none";
  /** Its value is unknown, and no step of the plan makes it known. The output keeps its last value. */
  readonly keepsLast?: true;
  /** The value depends on a predicted output, and may differ from the plan. */
  readonly predicted?: true;
  /** The sources of the value after apply. */
  readonly from: readonly FieldSource[];
}

export type Because =
  | ChangedFieldBecause
  | DriftBecause
  /** It is replaced or deleted together with another resource. */
  | { readonly kind: "goes-with"; readonly by: "replace-with" | "deleted-with"; readonly cause: Cause }
  /** A dependency is deleted before its replacement is created, so this resource must be deleted before that. */
  | { readonly kind: "deleted-before"; readonly cause: Cause }
  /** For a component: something inside it changes. */
  | { readonly kind: "contains"; readonly cause: Cause }
  /** An object that an earlier replacement left behind is still to be deleted. */
  | { readonly kind: "left-behind" }
  /** The provider requires it, without naming a field. */
  | { readonly kind: "provider" }
  /**
   * Values that do not change as planned depend on predicted outputs, and may differ: inputs, `replaceTrigger`, or `*`
   * if a callback creates the resource from one.
   */
  | { readonly kind: "predicted"; readonly fields: readonly string[] }
  /** The provider could not say more before apply. */
  | { readonly kind: "deferred"; readonly why: string }
  /** A reason that needs no further explanation. */
  | { readonly kind: "reason"; readonly reason: PlainReason };

/** Reasons that need no further explanation. */
export type PlainReason = Exclude<Reason, { readonly kind: "fields" | "drift" | "observed" }>;

/** A field that changed. Without values if they are hidden. */
export interface ChangedFieldBecause {
  readonly kind: "field";
  readonly path: string;
  readonly change: PlannedField["kind"];
  readonly replaces: boolean;
  readonly before?: Value;
  readonly after?: Value;
  readonly hidden?: true;
  /** The new value is, or depends on, a predicted output, and may differ from the plan. */
  readonly predicted?: true;
  /** The sources of the new value. */
  readonly from: readonly FieldSource[];
}

/** A field that drifted: the value that Coconut last recorded, and the current value. */
export interface DriftBecause {
  readonly kind: "drift";
  readonly path: string;
  readonly replaces: boolean;
  readonly before?: Value;
  readonly after?: Value;
  readonly hidden?: true;
}

export type FieldSource =
  /** The program itself sets the value. */
  | { readonly kind: "program"; readonly position?: SourcePosition }
  /** The provider sets the value: a default, or a value that is only known after the call. */
  | { readonly kind: "provider" }
  | {
      readonly kind: "resource";
      /** The properties that change; absent if unknown. */
      readonly properties?: readonly string[];
      readonly cause: Cause;
    };

/** Another resource of the plan, and its change. */
export interface Cause {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly action: ChangeAction;
}
