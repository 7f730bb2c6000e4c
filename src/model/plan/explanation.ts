import type { SourcePosition } from "../source-position.js";
import type { ResourceKind } from "../resource-handle.js";
import type { Value } from "../value/index.js";
import type { ChangeAction, Reason } from "./change.js";
import type { Sides } from "./hidden-paths.js";
import type { OutputChange } from "./output-change.js";
import type { PlannedField } from "./planned.js";

/** Why a plan does what it does to one resource. Others that are behind it are named, and have explanations of their own. */
export interface Explanation {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly kind: ResourceKind;
  readonly action: ChangeAction;
  /** Where the program makes it, or made it. */
  readonly position?: SourcePosition;
  /** Nothing: it stays as it is. */
  readonly because: readonly Because[];
}

/** Why a plan does what it does to one output of the stack. */
export interface OutputExplanation extends Sides {
  readonly name: string;
  readonly change: OutputChange["kind"] | "none";
  /** Its value is not known, and no step of the plan makes it known: it keeps the last one. */
  readonly keepsLast?: true;
  /** The value is made from a predicted output, and may come out different. */
  readonly predicted?: true;
  /** Where the value after the apply comes from. */
  readonly from: readonly FieldSource[];
}

export type Because =
  | ChangedFieldBecause
  | DriftBecause
  /** It goes along with another resource. */
  | { readonly kind: "goes-with"; readonly by: "replace-with" | "deleted-with"; readonly cause: Cause }
  /** What it needs is deleted before it is made again, so it has to be gone by then. */
  | { readonly kind: "deleted-before"; readonly cause: Cause }
  /** A component: something in it changes. */
  | { readonly kind: "contains"; readonly cause: Cause }
  /** An object that an earlier replacement left is still to be removed. */
  | { readonly kind: "left-behind" }
  /** The provider asks for it, and names no field. */
  | { readonly kind: "provider" }
  /**
   * Values that do not change as planned are made from predicted outputs, and may come out different: inputs,
   * `replaceTrigger`, or `*` if a callback makes the resource from one.
   */
  | { readonly kind: "predicted"; readonly fields: readonly string[] }
  /** Nothing more could be found out before the apply. */
  | { readonly kind: "deferred"; readonly why: string }
  /** What is complete in itself. */
  | { readonly kind: "reason"; readonly reason: PlainReason };

/** Reasons behind which there is nothing further to be found. */
export type PlainReason = Exclude<Reason, { readonly kind: "fields" | "drift" | "observed" }>;

/** A field that is not what it was. Without values where they are hidden. */
export interface ChangedFieldBecause {
  readonly kind: "field";
  readonly path: string;
  readonly change: PlannedField["kind"];
  readonly replaces: boolean;
  readonly before?: Value;
  readonly after?: Value;
  readonly hidden?: true;
  /** The new value is made from a predicted output, or is one, and may come out different. */
  readonly predicted?: true;
  /** Where what it is now comes from. */
  readonly from: readonly FieldSource[];
}

/** A field that someone else changed: what it was left as, and what it is. */
export interface DriftBecause {
  readonly kind: "drift";
  readonly path: string;
  readonly replaces: boolean;
  readonly before?: Value;
  readonly after?: Value;
  readonly hidden?: true;
}

export type FieldSource =
  /** The program says so itself. */
  | { readonly kind: "program"; readonly position?: SourcePosition }
  /** The provider does: a default, or a value that it only knows afterwards. */
  | { readonly kind: "provider" }
  | {
      readonly kind: "resource";
      /** The properties of it that move; absent where that is not known. */
      readonly properties?: readonly string[];
      readonly cause: Cause;
    };

/** Another resource of the plan, and what happens to it. */
export interface Cause {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly action: ChangeAction;
}
