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

/** A planned resource of the program, with all facts collected for its decision. */
export interface WalkedResource {
  readonly ok: true;
  readonly registration: Registration;
  readonly prior: PriorState | undefined;
  /** Absent for components. */
  readonly provider: PooledProvider | undefined;
  /** The provider resource that configures it, if any. */
  readonly providedBy: Registration | undefined;
  /** The declared inputs, as far as they are known. */
  readonly inputs: ValueObject;
  readonly needs: readonly Need[];
  readonly options: RecordedOptions;
  readonly origin: readonly Origin[];
  readonly globalId?: string | undefined;
  /** The former name in state, if the program now declares it under a different name. */
  readonly formerUrn?: string | undefined;
  readonly observed: Stored | "absent" | undefined;
  readonly planned: Planned | undefined;
  readonly decision: Decision;
  /** The object whose interrupted create is repeated first, with its original inputs. */
  readonly repeats?: ObjectRow | undefined;
  /** For a replacement: the resource that still uses the old object, which is therefore not deleted. */
  readonly formerInUse?: string | undefined;
  /** For a replacement: the provider's plan for deleting the old object, if it plans deletes. */
  readonly plannedDelete?: PlannedDelete | undefined;
  /** The properties that others may read during planning. */
  readonly answer: ResourceAnswer;
}

/** A resource that could not be planned. Failures that it causes elsewhere are not reported again. */
export interface FailedWalk {
  readonly ok: false;
  readonly registration: Registration;
  readonly answer: ResourceAnswer & { readonly ok: false };
  /** True if the resource would be replaced, but the provider refuses to delete the old object. */
  readonly isRefused?: boolean;
}

export function failedWalk(registration: Registration, diagnostics: readonly Diagnostic[]): FailedWalk {
  return { ok: false, registration, answer: { ok: false, diagnostics } };
}

/**
 * Returns whether two spellings of an input are equivalent for the type of a resource; never if no provider manages it.
 */
export function inputEquivalence({
  registration: { type },
  provider,
}: Pick<WalkedResource, "registration" | "provider">): InputEquivalence {
  return (field, before, after) =>
    provider?.loaded.package.isEquivalent({ type, field, before, after }) ?? false;
}
