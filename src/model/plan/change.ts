import type { SourcePosition } from "../source-position.js";
import type { EdgeKind, ResourceKind } from "../resource-handle.js";
import type { ResourceId, Stored } from "../state/index.js";
import type { ValueObject } from "../value/index.js";
import type { Planned, PlannedField } from "./planned.js";

/** The decision for one resource, with everything that it was made from. */
export interface Change {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly kind: ResourceKind;
  /** The URN of the resource that it is a child of. */
  readonly parent?: string | undefined;
  readonly action: ChangeAction;
  readonly reasons: readonly Reason[];
  /** Absent for what is not in state yet. */
  readonly rid?: ResourceId | undefined;
  readonly position?: SourcePosition | undefined;
  readonly sequence: readonly number[];
  /** What state holds now. */
  readonly prior?: Stored | undefined;
  /** The outputs of the last create or update: what drift is measured against. */
  readonly baseline?: ValueObject | undefined;
  /** What reading found, where it differs from what state holds. */
  readonly observed?: Stored | undefined;
  readonly planned?: Planned | undefined;
  /** The inputs that the program asks for, as far as they are known. */
  readonly inputs: ValueObject;
  /** The inputs of then, where a create that was cut off is repeated with them before anything else. */
  readonly repeats?: ValueObject | undefined;
  /** The resources that it needs, and through what. */
  readonly needs: readonly ChangeNeed[];
  /** What state calls it until this plan is applied, where that is something else. */
  readonly renamedFrom?: string;
  /** Property paths whose changes are made and not shown. */
  readonly hideDiffs?: readonly string[] | undefined;
  /**
   * The inputs that are made from predicted outputs, near or far, and may come out different; `replaceTrigger` if that
   * is, and `*` if a callback makes the resource from a predicted value.
   */
  readonly predicted?: readonly string[] | undefined;
}

export interface ChangeNeed {
  readonly kind: EdgeKind;
  /** For `input`: the field that refers to it. */
  readonly field?: string | undefined;
  readonly urn: string;
  /** For `input`: the properties of it that the field is made from. Absent where only a callback knows. */
  readonly reads?: readonly string[] | undefined;
  /** For `input`: the elements of the field that refer to it. Absent for a field that is one value, and for no change. */
  readonly elements?: readonly ElementNeed[] | undefined;
}

/** An element of a field that refers to another resource. */
export interface ElementNeed {
  /** A property path, printed; begins with the field. */
  readonly path: string;
  /** As for the whole field. */
  readonly reads?: readonly string[] | undefined;
}

export type ChangeAction =
  | "create"
  | "update"
  | "replace"
  | "delete"
  /** State alone changes. */
  | "record"
  | "same"
  /** An external object is read. */
  | "read"
  /** Leaves state without a call. */
  | "forget"
  /** Not in the program, but the callback that made it did not run: neither deleted nor touched. */
  | "undetermined"
  /** An existing object becomes the resource's, and is then updated if it differs. */
  | "import"
  /** State takes what the world has. */
  | "refresh"
  /** Outside of what was asked for: left as it is, or not made. */
  | "skip"
  /** It could not be planned, itself or because of another resource: left as it is, or not made. */
  | "failed";

/** Why a decision is what it is; shown to the user, and explained further by `explain`. */
export type Reason =
  | { readonly kind: "not-in-state" }
  | { readonly kind: "not-in-program" }
  | { readonly kind: "no-longer-present" }
  | { readonly kind: "owed" }
  | { readonly kind: "managed-differently"; readonly before: string; readonly after: string }
  /** `of` is the resource that it goes with, where there is one. */
  | { readonly kind: "forced"; readonly by: ForcedBy; readonly of?: string }
  | { readonly kind: "fields"; readonly fields: readonly PlannedField[] }
  | { readonly kind: "drift"; readonly fields: readonly PlannedField[] }
  | { readonly kind: "unfinished"; readonly why: readonly string[] }
  | { readonly kind: "bookkeeping"; readonly what: readonly string[] }
  /** `failed`: what it is given could not be planned; else it is known after apply. */
  | { readonly kind: "callback-did-not-run"; readonly position?: SourcePosition; readonly failed?: true }
  /** What it is a member of is not known yet: it was one in the last run. */
  | { readonly kind: "assumed-member"; readonly position?: SourcePosition }
  | { readonly kind: "imported"; readonly id: string }
  /** Its create was cut off: it is repeated with the inputs of then, and `next` comes what the program asks for now. */
  | { readonly kind: "repeated"; readonly next?: "update" | "replace" | "delete" }
  | { readonly kind: "observed"; readonly fields: readonly PlannedField[] }
  /** It is not deleted: it is the object of this resource too, which keeps it. */
  | { readonly kind: "in-use"; readonly by: string }
  | { readonly kind: "not-targeted" }
  /** Its provider could not answer a question about it, and said this. */
  | { readonly kind: "provider-failed"; readonly why: readonly string[] }
  /** `of` could not be planned: the resource needs it, or goes with it. */
  | { readonly kind: "needs-failed"; readonly of: string }
  /** `of` is left as it is, and needs the resource as it is. */
  | { readonly kind: "needed-by-failed"; readonly of: string };

export type ForcedBy = "trigger" | "request" | "taint" | "replace-with" | "deleted-with";
