import type {
  Diagnostic,
  ObjectRow,
  Planned,
  PlannedDelete,
  RecordedOptions,
  Registration,
  Stored,
  ValueObject,
} from "../../model/index.js";
import type { Decision, InputEquivalence } from "../../plan/index.js";
import type { ResourceAnswer } from "../../program/index.js";
import type { Need } from "./needs.js";
import type { Origin } from "./origin-of.js";
import type { PooledProvider } from "../providers/provider-pool.js";
import type { PriorState } from "./prior-state.js";

/** One resource of the program, planned: all that was asked and found on the way to its decision. */
export interface WalkedResource {
  readonly ok: true;
  readonly registration: Registration;
  readonly prior: PriorState | undefined;
  /** Absent for components. */
  readonly provider: PooledProvider | undefined;
  /** The provider resource that configures it, if one does. */
  readonly providedBy: Registration | undefined;
  /** What the program asks for, as far as it is known. */
  readonly inputs: ValueObject;
  readonly needs: readonly Need[];
  readonly options: RecordedOptions;
  readonly origin: readonly Origin[];
  readonly globalId?: string | undefined;
  /** What state called it until the program was found to have it under this name. */
  readonly formerUrn?: string | undefined;
  readonly observed: Stored | "absent" | undefined;
  readonly planned: Planned | undefined;
  readonly decision: Decision;
  /** The object that a create is repeated for before anything else, as it was asked for then. */
  readonly repeats?: ObjectRow | undefined;
  /** For a replacement: the resource that keeps its old object, which is therefore not deleted. */
  readonly formerInUse?: string | undefined;
  /** For a replacement: what the provider planned for the delete of the old object, if it plans deletes. */
  readonly plannedDelete?: PlannedDelete | undefined;
  /** What others may read of it while it is only planned. */
  readonly answer: ResourceAnswer;
}

/** It could not be planned. What it caused elsewhere is not reported again. */
export interface FailedWalk {
  readonly ok: false;
  readonly registration: Registration;
  readonly answer: ResourceAnswer & { readonly ok: false };
  /** It would be replaced, and the provider does not delete the old object. */
  readonly isRefused?: boolean;
}

export function failedWalk(registration: Registration, diagnostics: readonly Diagnostic[]): FailedWalk {
  return { ok: false, registration, answer: { ok: false, diagnostics } };
}

/** Whether two spellings of an input mean the same to the type of a resource; never if no provider manages it. */
export function inputEquivalence({
  registration: { type },
  provider,
}: Pick<WalkedResource, "registration" | "provider">): InputEquivalence {
  return (field, before, after) =>
    provider?.loaded.package.isEquivalent({ type, field, before, after }) ?? false;
}
