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
  /** How many providers are asked at the same time. */
  readonly limiter: Limiter;
  readonly call: CallOf;
  readonly options: PlanOptions;
  /** What may be touched. */
  readonly selection: TargetSelection;
  /** Resources that must not be touched before someone has decided what became of them, and why. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
  readonly names: Names;
  readonly seed: SeedPort;
  readonly settingsNow: RecordedProviderPorts["settingsNow"];
  /** Told what the program asks for with each resource. */
  readonly onAsked?: ((registration: Registration, asked: Asked) => void) | undefined;
  readonly asPlanned?: AsPlanned | undefined;
}

/** What to plan a resource by: what the program asks for, in the spelling of an earlier plan that is made again. */
export type AsPlanned = <A extends Asked>(
  registration: Registration,
  asked: A,
  isEquivalent: InputEquivalence,
) => A;

/** What the planning of one resource can use of the walk that it is part of. */
export interface WalkContext {
  readonly ports: WalkPorts;
  readonly evaluator: Evaluator;
  /** The planning of another resource. */
  walk(registration: Registration): Promise<WalkedResource | FailedWalk>;
  /** Asks a provider, when it is this question's turn. */
  ask<T>(urn: string, question: (call: ProviderCall) => AtOnce<T>): AtOnce<T>;
  /** Work that no other resource is waited for in. */
  busy<T>(work: () => AtOnce<T>): AtOnce<T>;
}

/** What the program asks for with one resource, and where it comes from. */
export type PlannedAsked = Asked & Pick<WalkedResource, "origin" | "globalId" | "formerUrn">;
