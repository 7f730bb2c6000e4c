import type { Intent, JournalRecord, RunningProcess } from "../model/index.js";
import type { Timer } from "../std/index.js";

/** Where a run writes what it does. */
export interface Journal {
  /** Resolves when the record is durable. Nothing is done to the world before that of which it speaks. */
  append(record: Omit<JournalRecord, "runId">): Promise<void>;
  /**
   * Resolves when the record stands behind all others. What is entered behind it is durable with it or later, never
   * without it: so what follows from it may be written down too before it is durable.
   */
  enter(record: Omit<JournalRecord, "runId">): Promise<{ readonly durable: Promise<void> }>;
}

/** What performing steps needs of the world beside the journal and the providers. */
export interface PerformPorts {
  readonly journal: Journal;
  /** The time, in ISO 8601. */
  readonly now: () => string;
  /** Names an operation: unique in the life of the stack. */
  readonly nextOperation: () => string;
  /** The key of the intent that is appended next: the same for every attempt at it, and for nothing else. */
  readonly keyOf: (intent: Pick<Intent, "action" | "rid" | "generation">) => string;
  /** Ends calls whose time is over. */
  readonly timer: Timer;
  /** Waits before a call is repeated, and keeps the process alive meanwhile. */
  readonly pauses: Timer;
}

/** Records the process that a call has started; resolves when the record is durable. */
export function runningRecorder(
  journal: Pick<Journal, "append">,
  operation: string,
): (process: RunningProcess) => Promise<void> {
  return (process) => journal.append({ event: { kind: "running", operation, process }, changes: [] });
}
