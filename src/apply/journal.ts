import type { Intent, JournalRecord, RunningProcess } from "../model/index.js";
import type { Timer } from "../std/index.js";

/** The journal that a run writes its intents and outcomes to. */
export interface Journal {
  /** Resolves when the record is durable. The intent must be durable before the provider is called. */
  append(record: Omit<JournalRecord, "runId">): Promise<void>;
  /**
   * Resolves when the record is queued after all others. Records that are entered later become durable with it or after
   * it, never without it. So records that depend on it may be entered before it is durable.
   */
  enter(record: Omit<JournalRecord, "runId">): Promise<{ readonly durable: Promise<void> }>;
}

/** The dependencies of a step besides the journal and the providers. */
export interface PerformPorts {
  readonly journal: Journal;
  /** The time, in ISO 8601. */
  readonly now: () => string;
  /** Returns a new operation id, unique over the lifetime of the stack. */
  readonly nextOperation: () => string;
  /** The idempotency key of the next intent: the same for every attempt at it, and different from every other. */
  readonly keyOf: (intent: Pick<Intent, "action" | "rid" | "generation">) => string;
  /** Aborts calls at their timeout. */
  readonly timer: Timer;
  /** Waits before a retry and keeps the process alive meanwhile. */
  readonly pauses: Timer;
}

/** Returns a function that records the process that a call started. It resolves when the record is durable. */
export function runningRecorder(
  journal: Pick<Journal, "append">,
  operation: string,
): (process: RunningProcess) => Promise<void> {
  return (process) => journal.append({ event: { kind: "running", operation, process }, changes: [] });
}
