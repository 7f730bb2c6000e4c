import type { Diagnostic } from "../diagnostic.js";
import type { Monikers } from "../name/index.js";
import type { SourcePosition } from "../source-position.js";
import type { ResourceId } from "../state/index.js";
import type { ValueObject } from "../value/index.js";
import type { Change } from "./change.js";
import type { OutputChange } from "./output-change.js";

/** The changes that apply will make: decisions in program order, and the steps that perform them. */
export interface Plan {
  readonly lineage: string;
  /** The journal position that the plan is based on. */
  readonly base: number;
  readonly changes: readonly Change[];
  /** Returns the monikers of the resources in the program and in state. A function, because few plans need them. */
  readonly monikers: () => Monikers;
  readonly steps: readonly Step[];
  /** The stack outputs, as far as they are known. */
  readonly outputs: ValueObject;
  /** The outputs that apply will change, in program order; removed outputs come last. */
  readonly outputChanges: readonly OutputChange[];
  /**
   * Why some resources and their dependents are left unchanged: an interrupted operation needs a decision, or a
   * provider call failed. Resources that failed are also among the changes.
   */
  readonly held: readonly Diagnostic[];
  /** Warnings, which do not prevent apply. */
  readonly warnings: readonly Diagnostic[];
  /** Pairs of resources that may be one renamed resource. Nothing is assumed: a command confirms it. */
  readonly suggestions: readonly RenameSuggestion[];
  /** Absent if all callbacks have run. */
  readonly skipped?: readonly SkippedCallback[];
}

/**
 * A callback that did not run because its argument is known after apply. The resources that it creates are not in the
 * plan.
 */
export interface SkippedCallback {
  /** One entry stands for several callbacks at one position, as in a loop. */
  readonly position?: SourcePosition;
  /** The URNs of the resources that determine its argument. */
  readonly waitsFor: readonly string[];
  /** True if it creates a resource for each member of a collection; otherwise it may only compute a value. */
  readonly givesMembers: boolean;
}

/** A resource to be deleted and one to be created that may be the same resource. */
export interface RenameSuggestion {
  readonly from: string;
  readonly to: string;
  /** The evidence, as text. */
  readonly evidence: readonly string[];
  /** The command that performs the rename. */
  readonly command: string;
}

/** One action, and the steps that must be done before it. The steps of a plan form an acyclic graph. */
export interface Step {
  /** Unique in its plan: names the action and the resource. */
  readonly id: string;
  readonly action: StepAction;
  readonly urn: string;
  /** The object it acts on; absent for a create and a confirm. */
  readonly object?: { readonly rid: ResourceId; readonly generation: number } | undefined;
  /** The ids of the steps that must be done before. */
  readonly after: readonly string[];
  /** Whether it is one half of a replacement. */
  readonly replacement: boolean;
}

export type StepAction =
  | "create"
  | "update"
  | "delete"
  /** An existing object is adopted, and then updated if it differs. */
  | "import"
  /** State is updated to match the real object. */
  | "refresh"
  /** An external object is read. */
  | "read"
  /** Only state changes. */
  | "record"
  /** The object is removed from state without a provider call. */
  | "forget"
  /**
   * Nothing changes, but an input depends on something that does or may change: checks that the value is as planned.
   */
  | "confirm";
