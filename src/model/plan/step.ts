import type { ResourceId } from "../state/index.js";

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
