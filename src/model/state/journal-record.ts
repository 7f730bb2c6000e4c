import type { ValueObject } from "../value/index.js";
import type { ObjectRow } from "./object-row.js";
import type { ResourceId, ResourceRow, Seen } from "./resource-row.js";

/**
 * One entry of the journal: an event and the row changes it makes. State is the result of applying the changes of all
 * records in order; nothing else changes state.
 */
export interface JournalRecord {
  readonly runId: string;
  readonly event: JournalEvent;
  readonly changes: readonly RowChange[];
}

/** A record with its position in the journal. */
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
  /** Durable before the provider is called. */
  | Intent
  /** The provider reported the id; the object may not be ready. */
  | { readonly kind: "identified"; readonly operation: string; readonly id: string }
  /** The call started a process that may outlive the run. It must be ended before the operation is resolved. */
  | { readonly kind: "running"; readonly operation: string; readonly process: RunningProcess }
  | { readonly kind: "outcome"; readonly operation: string; readonly result: OutcomeResult }
  /** Only state changed: options, edges, names, a removed object, or the result of a refresh. */
  | { readonly kind: "recorded"; readonly what: string }
  | { readonly kind: "takeover"; readonly from: string }
  | { readonly kind: "run-end"; readonly result: RunResult; readonly summary: RunSummary };

export interface Intent {
  readonly kind: "intent";
  /** Identifies this intent; its outcome refers to it. */
  readonly operation: string;
  readonly action: "create" | "update" | "delete";
  readonly rid: ResourceId;
  readonly generation: number;
  /** The idempotency key: fixed by the intent, and the same for every retry and restart. */
  readonly key: string;
  /** For create and update: the inputs that the provider received. */
  readonly inputs?: ValueObject;
  /** Deadline of the call, in ISO 8601. No late effect is expected after it. */
  readonly deadline: string;
  /** When the call began, in ISO 8601. */
  readonly begunAt?: string;
  /**
   * Private bytes from the provider's plan for this call, in base64: encrypted, never interpreted, passed back
   * unchanged.
   */
  readonly opaque?: string;
  /** Whether the provider declares that the call may be repeated. Absent if it declares nothing. */
  readonly repeatable?: boolean;
}

/** A process on the machine and its children. Identifies them also among later processes with the same pid. */
export interface RunningProcess {
  /** The process group id. */
  readonly group: number;
  readonly startTime: string;
  /** Changes when the machine boots. */
  readonly bootId: string;
}

export type OutcomeResult = "ok" | "failed" | "partial" | "absent" | "adopted" | "uncertain";
export type RunResult = "succeeded" | "failed" | "interrupted" | "abandoned";
export type RunSummary = { readonly [count: string]: number };

export type RowChange =
  /** `was`: the previous URN, if it changed. Since format 3, because the beginning of the journal may be pruned. */
  | { readonly put: "resource"; readonly row: ResourceRow; readonly was?: string }
  | { readonly put: "object"; readonly row: ObjectRow }
  | { readonly drop: "resource"; readonly rid: ResourceId; readonly was?: string }
  | { readonly drop: "object"; readonly rid: ResourceId; readonly generation: number }
  | { readonly put: "outputs"; readonly outputs: ValueObject }
  | { readonly put: "moves"; readonly applied: readonly string[] }
  | { readonly put: "seen"; readonly seen: readonly Seen[] };
