import { objectKey, type Intent, type SequencedRecord, type Snapshot } from "../../../src/model/index.js";
import { cloudIdOf } from "../../../src/testing/managed-object.js";

/** An intent, with what the journal and the cloud say of its time. */
export interface WatchedIntent extends Intent {
  readonly sequence: number;
  readonly epoch: number;
  readonly runId: string;
  /** What its resource was called then. */
  readonly urn: string;
  /** Of the object that it is about; a create has none yet. */
  readonly id: string | undefined;
  /** How much had been asked of the cloud when it was durable, and when its outcome was; absent where nobody looked on. */
  readonly durableAt: number | undefined;
  /** The intent before it with the same key, whose call this one repeats. */
  readonly repeats: WatchedIntent | undefined;
  endedAt?: number;
  /** The place of the first record that says what came of it, or that nobody knows. */
  answered?: number;
  /** What is recorded as having come of it. */
  result?: string;
}

export interface WatchedRun {
  readonly runId: string;
  command: string;
  /** The place of its first record. */
  readonly sequence: number;
  readonly before: Snapshot;
  /** State after its last record so far. */
  after: Snapshot;
}

/** What the runs of a stack set out to do, as its journal tells. */
export class RunHistory {
  /** By the key that the cloud is told; of several with one key, the last. */
  readonly intents = new Map<string, WatchedIntent>();
  readonly #runs = new Map<string, WatchedRun>();
  /** How much had been asked of the cloud when a record became durable. */
  readonly #landed = new Map<number, number>();
  readonly #operations = new Map<string, WatchedIntent>();

  landed(sequence: number, effects: number): void {
    if (!this.#landed.has(sequence)) this.#landed.set(sequence, effects);
  }

  /** How much had been asked of the cloud when a record became durable; absent where nobody looked on. */
  landedAt(sequence: number): number | undefined {
    return this.#landed.get(sequence);
  }

  /** The intent that a call with a key was made for: the last that was durable by then. */
  intentAt(key: string, order: number): WatchedIntent | undefined {
    let intent = this.intents.get(key);
    while (intent?.repeats !== undefined && intent.durableAt !== undefined && intent.durableAt > order)
      intent = intent.repeats;
    return intent;
  }

  /** Those that began behind a place of the journal. */
  since(sequence: number): readonly WatchedRun[] {
    return [...this.#runs.values()].filter((run) => run.sequence > sequence);
  }

  commandOf(runId: string): string {
    return this.#runs.get(runId)?.command ?? "";
  }

  enter(record: SequencedRecord, before: Snapshot, after: Snapshot): void {
    const { event, runId, sequence } = record;
    const run = this.#runs.get(runId) ?? { runId, command: "", sequence, before, after };
    this.#runs.set(runId, run);
    run.after = after;
    if (event.kind === "run-begin") run.command = event.command;
    if (event.kind === "intent") this.#begun(event, record, after);
    if (event.kind === "outcome") this.#answered(event.operation, sequence, event.result);
    if (event.kind === "outcome" && event.result !== "uncertain") this.#ended(event.operation, sequence);
  }

  #begun(event: Intent, record: SequencedRecord, { resources, objects }: Snapshot): void {
    const { sequence, epoch, runId } = record;
    const object = objects.get(objectKey(event.rid, event.generation));
    const id = object && cloudIdOf(object.stored);
    const { urn } = resources.get(event.rid)!;
    const repeats = this.intents.get(event.key);
    const durableAt = this.#landed.get(sequence);
    const intent = { ...event, sequence, epoch, runId, urn, id, durableAt, repeats };
    this.intents.set(event.key, intent);
    this.#operations.set(event.operation, intent);
  }

  #answered(operation: string, sequence: number, result: string): void {
    const intent = this.#operations.get(operation);
    if (intent === undefined) return;
    intent.answered ??= sequence;
    intent.result = result;
  }

  #ended(operation: string, sequence: number): void {
    const intent = this.#operations.get(operation);
    const endedAt = this.#landed.get(sequence);
    if (intent !== undefined && endedAt !== undefined) intent.endedAt = endedAt;
  }
}
