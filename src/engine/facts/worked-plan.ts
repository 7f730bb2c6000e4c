import type {
  Change,
  ObjectRow,
  Plan,
  PlannedDelete,
  Reason,
  Registration,
  ResourceId,
  ResourceRow,
  RowChange,
  Step,
  ValueObject,
} from "../../model/index.js";
import type { FoundObject, Sighting } from "../../plan/index.js";
import type { RecordedProgram } from "../../program/index.js";
import type { ConfiguredProvider } from "../../provider/contract/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { ProviderPool } from "../providers/provider-pool.js";
import type { AnswerMemory } from "./answer-memory.js";
import type { WalkedResource } from "./walked.js";

/** A plan with everything that apply needs to carry it out in this process. */
export interface WorkedPlan {
  readonly ok: true;
  readonly plan: Plan;
  readonly resources: ReadonlyMap<string, WalkedResource>;
  readonly removals: readonly WalkedRemoval[];
  readonly state: SnapshotIndex;
  readonly pool: ProviderPool;
  readonly program: RecordedProgram;
  /** What the program says of a resource that state calls so; nothing if it does not have it any more. */
  readonly registrationOf: (urn: string) => Registration | undefined;
  /** What the program was answered from outside: apply goes by the same answers. */
  readonly asked: AnswerMemory;
  /** What is recorded before its first step: state under the names that the plan has. */
  readonly renames?: readonly RowChange[];
  /** Whether it takes everything away. */
  readonly isDestroy: boolean;
  /** The outputs of the last run; absent where this one leaves them as they are. */
  readonly lastOutputs?: ValueObject | undefined;
  /** The values that rest on predicted outputs, by URN and field. */
  readonly predicted: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of a plan that only takes what the world has: what was found, by the ids of its steps. */
  readonly refreshed?: ReadonlyMap<string, WalkedRefresh>;
  /** Of such a plan: all that was read. */
  readonly read?: readonly ResourceId[];
  /** When it was made, in ISO 8601; absent if it is another plan's, made again from a file. */
  readonly madeAt?: string;
}

/** An object that the program does not ask for any more, and what becomes of it. */
export interface WalkedRemoval {
  readonly row: ResourceRow;
  readonly object: ObjectRow;
  readonly by: "delete" | "forget" | "keep";
  readonly reason: Reason;
  /** Absent for what leaves without a call. */
  readonly provider: ConfiguredProvider | undefined;
  /** For a delete: what the provider planned, if it plans deletes. */
  readonly planned?: PlannedDelete | undefined;
  /** The URN of the resource whose deletion takes it along. */
  readonly goesWith?: string;
  /** That it was looked at. */
  readonly sighting?: Sighting;
}

/** What the world has of one object, where it is other than what state says. */
export interface WalkedRefresh extends FoundObject {
  readonly step: Step;
  readonly change: Change;
}
