import type { SourcePosition } from "../source-position.js";
import type { EdgeKind, ResourceKind } from "../resource-handle.js";
import type { ResourceId, Stored } from "../state/index.js";
import type { ValueObject } from "../value/index.js";
import type { Planned, PlannedField } from "./planned.js";

/** The planned change of one resource, with all the data it is based on. */
export interface Change {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly kind: ResourceKind;
  /** The URN of the parent resource. */
  readonly parent?: string | undefined;
  readonly action: ChangeAction;
  readonly reasons: readonly Reason[];
  /** Absent for a resource that is not in state yet. */
  readonly rid?: ResourceId | undefined;
  readonly position?: SourcePosition | undefined;
  readonly sequence: readonly number[];
  /** The object in state. */
  readonly prior?: Stored | undefined;
  /** The outputs of the last create or update. Drift is measured against them. */
  readonly baseline?: ValueObject | undefined;
  /** The object as read from the provider, if it differs from state. */
  readonly observed?: Stored | undefined;
  readonly planned?: Planned | undefined;
  /** The inputs that the program declares, as far as they are known. */
  readonly inputs: ValueObject;
  /** The inputs of an interrupted create, if it is repeated with them before anything else. */
  readonly repeats?: ValueObject | undefined;
  /** The dependencies of the resource, and their kinds. */
  readonly needs: readonly ChangeNeed[];
  /** The URN in state until this plan is applied, if it differs. */
  readonly renamedFrom?: string;
  /** Property paths whose changes are made but not shown. */
  readonly hideDiffs?: readonly string[] | undefined;
  /**
   * The inputs that depend, directly or indirectly, on predicted outputs and may differ from the plan. Contains
   * `replaceTrigger` if that does, and `*` if a callback creates the resource from a predicted value.
   */
  readonly predicted?: readonly string[] | undefined;
}

export interface ChangeNeed {
  readonly kind: EdgeKind;
  /** For `input`: the field that refers to the dependency. */
  readonly field?: string | undefined;
  readonly urn: string;
  /** For `input`: the properties of the dependency that the field uses. Absent if only a callback knows them. */
  readonly reads?: readonly string[] | undefined;
  /**
   * For `input`: the elements of the field that refer to the dependency. Absent for a field with a single value, and if
   * there is no change.
   */
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
  /** Only state changes. */
  | "record"
  | "same"
  /** An external object is read. */
  | "read"
  /** Removed from state without a provider call. The object is not deleted. */
  | "forget"
  /** Not in the program, but the callback that created it did not run: neither deleted nor changed. */
  | "undetermined"
  /** An existing object is adopted, and then updated if it differs. */
  | "import"
  /** State is updated to match the real object. */
  | "refresh"
  /** Not selected for this run: left unchanged, or not created. */
  | "skip"
  /** It, or a resource it depends on, could not be planned: left unchanged, or not created. */
  | "failed";

/** The reason for a decision. Shown to the user; `explain` gives more detail. */
export type Reason =
  | { readonly kind: "not-in-state" }
  | { readonly kind: "not-in-program" }
  | { readonly kind: "no-longer-present" }
  | { readonly kind: "owed" }
  | { readonly kind: "managed-differently"; readonly before: string; readonly after: string }
  /** `of` is the resource that it follows, if there is one. */
  | { readonly kind: "forced"; readonly by: ForcedBy; readonly of?: string }
  | { readonly kind: "fields"; readonly fields: readonly PlannedField[] }
  | { readonly kind: "drift"; readonly fields: readonly PlannedField[] }
  | { readonly kind: "unfinished"; readonly why: readonly string[] }
  | { readonly kind: "bookkeeping"; readonly what: readonly string[] }
  /** `failed`: the argument of the callback could not be planned; otherwise it is known after apply. */
  | { readonly kind: "callback-did-not-run"; readonly position?: SourcePosition; readonly failed?: true }
  /** The members of its collection are unknown: it was a member in the last run. */
  | { readonly kind: "assumed-member"; readonly position?: SourcePosition }
  | { readonly kind: "imported"; readonly id: string }
  /**
   * Its create was interrupted. It is repeated with the original inputs, and `next` is the change that the program then
   * requires.
   */
  | { readonly kind: "repeated"; readonly next?: "update" | "replace" | "delete" }
  | { readonly kind: "observed"; readonly fields: readonly PlannedField[] }
  /** It is not deleted, because this other resource manages the same object and keeps it. */
  | { readonly kind: "in-use"; readonly by: string }
  | { readonly kind: "not-targeted" }
  /** Its provider could not answer a question about it, and returned these messages. */
  | { readonly kind: "provider-failed"; readonly why: readonly string[] }
  /** `of` could not be planned, and the resource depends on it or follows it. */
  | { readonly kind: "needs-failed"; readonly of: string }
  /** `of` is left unchanged, and depends on the current state of the resource. */
  | { readonly kind: "needed-by-failed"; readonly of: string };

export type ForcedBy = "trigger" | "request" | "taint" | "replace-with" | "deleted-with";
