import type { Intent, JournalRecord } from "../model/index.js";
import type { Timer } from "../std/index.js";

/** Where a run writes what it does. Resolves when the record is durable; nothing goes on before that. */
export interface Journal {
  append(record: Omit<JournalRecord, "runId">): Promise<void>;
}

/** What performing steps needs of the world beside the journal and the providers. */
export interface PerformPorts {
  readonly journal: Journal;
  /** The time, in ISO 8601. */
  readonly now: () => string;
  /** Names an operation: unique in the life of the stack. */
  readonly nextOperation: () => string;
  /** The key of the intent that is appended next: the same for every attempt at it, and for no other. */
  readonly keyOf: (intent: Pick<Intent, "action" | "rid" | "generation">) => string;
  /** Ends calls whose time is over. */
  readonly timer: Timer;
}
