import type { Diagnostic, Registration } from "../../../model/index.js";
import type { Evaluator, RecordedProgram } from "../../../program/index.js";
import type { InputEquivalence } from "../../../plan/index.js";
import type { CallOf, ProviderCall } from "../../../provider/contract/index.js";
import type { SnapshotIndex } from "../../../state/index.js";
import type { AtOnce } from "../../../std/index.js";
import type { Limiter } from "../../../std/limiter.js";
import type { EvaluationPorts } from "../../facts/evaluation-ports.js";
import type { Asked } from "../../facts/asked.js";
import type { ProviderPool } from "../../providers/provider-pool.js";
import type { RecordedProviderPorts } from "../../providers/recorded-provider.js";
import type { PlanOptions } from "../../facts/request.js";
import type { Names } from "../../facts/names.js";
import type { SeedPort } from "../../facts/object-seed.js";
import type { TargetSelection } from "../../targets/target-selection.js";
import type { FailedWalk, WalkedResource } from "../../facts/walked.js";

export interface WalkPorts {
  readonly program: RecordedProgram;
  readonly state: SnapshotIndex;
  readonly pool: ProviderPool;
  readonly evaluation: EvaluationPorts;
  /** Limits concurrent provider calls. */
  readonly limiter: Limiter;
  readonly call: CallOf;
  readonly options: PlanOptions;
  /** The resources that the plan may touch. */
  readonly selection: TargetSelection;
  /** Resources with unresolved operations that must not be touched, with the reasons. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
  readonly names: Names;
  readonly seed: SeedPort;
  readonly settingsNow: RecordedProviderPorts["settingsNow"];
  /** Called with the evaluated declaration of each resource. */
  readonly onAsked?: ((registration: Registration, asked: Asked) => void) | undefined;
  readonly asPlanned?: AsPlanned | undefined;
}

/** Returns the declaration to plan with: the evaluated one, spelled as in an earlier plan that is being replayed. */
export type AsPlanned = <A extends Asked>(
  registration: Registration,
  asked: A,
  isEquivalent: InputEquivalence,
) => A;

/** The parts of a walk that the planning of one resource can use. */
export interface WalkContext {
  readonly ports: WalkPorts;
  readonly evaluator: Evaluator;
  /** Returns the planning of another resource. */
  walk(registration: Registration): Promise<WalkedResource | FailedWalk>;
  /** Calls a provider, within the concurrency limit. */
  ask<T>(urn: string, question: (call: ProviderCall) => AtOnce<T>): AtOnce<T>;
  /** Runs work that does not wait for other resources. */
  busy<T>(work: () => AtOnce<T>): AtOnce<T>;
}

/** The evaluated declaration of one resource, and its origin. */
export type PlannedAsked = Asked & Pick<WalkedResource, "origin" | "globalId" | "formerUrn">;
