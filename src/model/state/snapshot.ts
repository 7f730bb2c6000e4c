import type { ValueObject } from "../value/index.js";
import type { Intent, RunningProcess } from "./journal-record.js";
import type { ObjectRow } from "./object-row.js";
import type { ResourceId, ResourceRow, Seen } from "./resource-row.js";

/** The state of a stack at one position of the journal. */
export interface Snapshot {
  /** Created with the stack; distinguishes two stacks of the same name. */
  readonly lineage: string;
  /** The sequence number of the last record that it includes; zero for none. */
  readonly head: number;
  /** The number of the next new resource. */
  readonly nextRid: ResourceId;
  readonly resources: ReadonlyMap<ResourceId, ResourceRow>;
  /** Keyed by resource and generation. See `objectKey`. */
  readonly objects: ReadonlyMap<string, ObjectRow>;
  /** Interrupted operations: intents without an outcome, by operation. They must be resolved first. */
  readonly open: ReadonlyMap<string, OpenIntent>;
  readonly outputs: ValueObject;
  /** The groups of recorded renames that this stack has already applied. */
  readonly moves: readonly string[];
  /**
   * When objects were last observed to match their records, for many at once. An object that differed has the time in
   * its row.
   */
  readonly seen: readonly Seen[];
}

export interface OpenIntent extends Intent {
  /** The id, if the provider reported it before the end. */
  readonly identified?: string;
  /** The process that the call started, which may outlive the run. */
  readonly process?: RunningProcess;
}

export function objectKey(rid: ResourceId, generation: number): string {
  return `${rid}.${generation}`;
}
