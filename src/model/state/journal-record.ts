import type { ValueObject } from "../value/index.js";
import type { ObjectRow } from "./object-row.js";
import type { ResourceId, ResourceRow, Seen } from "./resource-row.js";

/**
 * One entry of the journal. It says what happened and how the rows change by it: state is what remains when
 * the changes of all records have been made in their order, and nothing else makes state.
 */
export interface JournalRecord {
  readonly runId: string;
  readonly event: JournalEvent;
  readonly changes: readonly RowChange[];
}

/** A record with its place in the journal. */
export interface SequencedRecord extends JournalRecord {
  readonly sequence: number;
  readonly epoch: number;
}

export type JournalEvent =
  | {
      readonly kind: "run-begin";
      readonly command: string;
      readonly actor: string;
      readonly planDigest?: string;
    }
  /** Durable before any byte goes to the provider. */
  | Intent
  /** The provider knows the id; the object may not be ready. */
  | { readonly kind: "identified"; readonly operation: string; readonly id: string }
  /** The call has begun something that may outlive the run: whoever settles it has to end that first. */
  | { readonly kind: "running"; readonly operation: string; readonly process: RunningProcess }
  | { readonly kind: "outcome"; readonly operation: string; readonly result: OutcomeResult }
  /** State alone changed: options, edges, names, a forgotten object, what a refresh observed. */
  | { readonly kind: "recorded"; readonly what: string }
  | { readonly kind: "takeover"; readonly from: string }
  | { readonly kind: "run-end"; readonly result: RunResult; readonly summary: RunSummary };

export interface Intent {
  readonly kind: "intent";
  /** Names this intent; its outcome refers to it. */
  readonly operation: string;
  readonly action: "create" | "update" | "delete";
  readonly rid: ResourceId;
  readonly generation: number;
  /** The idempotency key: fixed by the intent, the same for every retry and restart. */
  readonly key: string;
  /** For create and update: what the provider was asked for. */
  readonly inputs?: ValueObject;
  /** When the call is given up, in ISO 8601; a late effect is not to be expected after it. */
  readonly deadline: string;
  /** When the call began, in ISO 8601. */
  readonly begunAt?: string;
  /** The provider's own bytes that the plan gave for this call, in base64: sealed, never read, returned as they came. */
  readonly opaque?: string;
  /** Whether the provider says that the call may be made again. Absent where it says nothing. */
  readonly repeatable?: boolean;
}

/** A process of the machine, and those that it began: told from every other, also from a later one with the same number. */
export interface RunningProcess {
  /** The number of the process group. */
  readonly group: number;
  readonly startTime: string;
  /** Changes when the machine starts. */
  readonly bootId: string;
}

export type OutcomeResult = "ok" | "failed" | "partial" | "absent" | "adopted" | "uncertain";
export type RunResult = "succeeded" | "failed" | "interrupted" | "abandoned";
export type RunSummary = { readonly [count: string]: number };

export type RowChange =
  /** `was`: the URN that it had, if that is another; told by journals since format 3, of which the beginning may be gone. */
  | { readonly put: "resource"; readonly row: ResourceRow; readonly was?: string }
  | { readonly put: "object"; readonly row: ObjectRow }
  | { readonly drop: "resource"; readonly rid: ResourceId; readonly was?: string }
  | { readonly drop: "object"; readonly rid: ResourceId; readonly generation: number }
  | { readonly put: "outputs"; readonly outputs: ValueObject }
  | { readonly put: "moves"; readonly applied: readonly string[] }
  | { readonly put: "seen"; readonly seen: readonly Seen[] };
