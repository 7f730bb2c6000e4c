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

/** A plan with everything that is needed to apply it in this process. */
export interface WorkedPlan {
  readonly ok: true;
  readonly plan: Plan;
  readonly resources: ReadonlyMap<string, WalkedResource>;
  readonly removals: readonly WalkedRemoval[];
  readonly state: SnapshotIndex;
  readonly pool: ProviderPool;
  readonly program: RecordedProgram;
  /** Returns the registration for a URN in state; undefined if the program no longer declares it. */
  readonly registrationOf: (urn: string) => Registration | undefined;
  /** Answers from outside the program. Apply uses the same ones. */
  readonly asked: AnswerMemory;
  /** Row changes recorded before the first step: they rename resources in state to the names in the plan. */
  readonly renames?: readonly RowChange[];
  /** True if the plan deletes all resources. */
  readonly isDestroy: boolean;
  /** The outputs of the last run; absent if this plan leaves them unchanged. */
  readonly lastOutputs?: ValueObject | undefined;
  /** The values that depend on predicted outputs, by URN and field. */
  readonly predicted: ReadonlyMap<string, ReadonlySet<string>>;
  /** In a refresh-only plan: the objects that were found, by step id. */
  readonly refreshed?: ReadonlyMap<string, WalkedRefresh>;
  /** In a refresh-only plan: all resources that were read. */
  readonly read?: readonly ResourceId[];
  /** When the plan was made, in ISO 8601; absent if it was reproduced from a plan file. */
  readonly madeAt?: string;
}

/** An object that the program no longer declares, and the action planned for it. */
export interface WalkedRemoval {
  readonly row: ResourceRow;
  readonly object: ObjectRow;
  readonly by: "delete" | "forget" | "keep";
  readonly reason: Reason;
  /** Absent if the object is removed without a provider call. */
  readonly provider: ConfiguredProvider | undefined;
  /** For a delete: the provider's plan, if it plans deletes. */
  readonly planned?: PlannedDelete | undefined;
  /** The URN of the resource whose deletion also deletes this one. */
  readonly goesWith?: string;
  /** The result of reading the object, if it was read. */
  readonly sighting?: Sighting;
}

/** A real object that differs from state. */
export interface WalkedRefresh extends FoundObject {
  readonly step: Step;
  readonly change: Change;
}
