import type { Diagnostic } from "../diagnostic.js";
import type { Monikers } from "../name/index.js";
import type { SourcePosition } from "../source-position.js";
import type { ResourceId } from "../state/index.js";
import type { ValueObject } from "../value/index.js";
import type { Change } from "./change.js";
import type { OutputChange } from "./output-change.js";

/** What apply will do: decisions in program order, and the steps that carry them out. */
export interface Plan {
  readonly lineage: string;
  /** The place of the journal that the plan was made from. */
  readonly base: number;
  readonly changes: readonly Change[];
  /** The monikers of the resources of the program and of state. A function, because few plans need them. */
  readonly monikers: () => Monikers;
  readonly steps: readonly Step[];
  /** The stack's outputs as far as they are known. */
  readonly outputs: ValueObject;
  /** The outputs that apply records otherwise than they are; in program order, those that are removed last. */
  readonly outputChanges: readonly OutputChange[];
  /**
   * Why some resources are left alone, and what depends on them: someone has to decide what became of them, or
   * asking about them failed. Those that failed are among the changes.
   */
  readonly held: readonly Diagnostic[];
  /** What the user should know although nothing is refused. */
  readonly warnings: readonly Diagnostic[];
  /** What looks like one resource under two names. Nothing is taken for granted: a command says so. */
  readonly suggestions: readonly RenameSuggestion[];
  /** Absent where all callbacks have run. */
  readonly skipped?: readonly SkippedCallback[];
}

/** A callback that has not run, because what it is given is known after apply. What it makes is not in the plan. */
export interface SkippedCallback {
  /** Of several at one place, as a loop makes them, there is one. */
  readonly position?: SourcePosition;
  /** The URNs of the resources that decide what it is given. */
  readonly waitsFor: readonly string[];
  /** It makes a resource for each member of something; else it may only compute a value. */
  readonly givesMembers: boolean;
}

/** A resource that would be deleted, and one that would be created, which may be the same one. */
export interface RenameSuggestion {
  readonly from: string;
  readonly to: string;
  /** What speaks for it, in words. */
  readonly evidence: readonly string[];
  /** The exact line that makes it so. */
  readonly command: string;
}

/** One thing to perform, and what has to be done before it. A plan's steps are a graph without cycles. */
export interface Step {
  /** Unique in its plan: what is done, and to whom. */
  readonly id: string;
  readonly action: StepAction;
  readonly urn: string;
  /** The object it acts on; absent for what is to be created or confirmed. */
  readonly object?: { readonly rid: ResourceId; readonly generation: number } | undefined;
  /** The ids of the steps that have to be done before. */
  readonly after: readonly string[];
  /** Whether it is one half of a replacement. */
  readonly replacement: boolean;
}

export type StepAction =
  | "create"
  | "update"
  | "delete"
  /** An existing object becomes the resource's, and is updated if it differs. */
  | "import"
  /** State takes what the world has. */
  | "refresh"
  /** An external object is read. */
  | "read"
  /** State alone changes. */
  | "record"
  /** The object leaves state without a call. */
  | "forget"
  /** Nothing changes, but an input comes from something that does, or can: checks that it came out as planned. */
  | "confirm";
