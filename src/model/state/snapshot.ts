import type { ValueObject } from "../value/index.js";
import type { Intent, RunningProcess } from "./journal-record.js";
import type { ObjectRow } from "./object-row.js";
import type { ResourceId, ResourceRow, Seen } from "./resource-row.js";

/** All that is believed to exist, at one place of the journal. */
export interface Snapshot {
  /** Made when the stack was; tells two stacks of one name apart. */
  readonly lineage: string;
  /** The sequence number of the last record that it includes; zero for none. */
  readonly head: number;
  /** The next resource to be made gets this number. */
  readonly nextRid: ResourceId;
  readonly resources: ReadonlyMap<ResourceId, ResourceRow>;
  /** Keyed by resource and generation: see `objectKey`. */
  readonly objects: ReadonlyMap<string, ObjectRow>;
  /** Intents without an outcome, by operation: what they did is to be found out first. */
  readonly open: ReadonlyMap<string, OpenIntent>;
  readonly outputs: ValueObject;
  /** The groups of recorded renames that this stack has followed. */
  readonly moves: readonly string[];
  /** When objects were last seen as they are recorded, of many at once. Of one that was found otherwise its row says it. */
  readonly seen: readonly Seen[];
}

export interface OpenIntent extends Intent {
  /** The id, if the provider said it before the end. */
  readonly identified?: string;
  /** What the call has begun and may outlive the run. */
  readonly process?: RunningProcess;
}

export function objectKey(rid: ResourceId, generation: number): string {
  return `${rid}.${generation}`;
}
