import {
  getAt,
  isKnown,
  parsePropertyPath,
  type ChangeAction,
  type ObjectStatus,
  type Planned,
  type Reason,
  type RecordedOptions,
  type ResourceKind,
  type Step,
  type StepAction,
  type StepResult,
  type ValueObject,
} from "../model/index.js";
import { decide, type Decision, type ForcedReason, type PriorFacts } from "./decide.js";
import type { BrokenPremise } from "./premise.js";
import { isStronger, type SettledAction, type SettledChange } from "./strength.js";

/**
 * The facts about a step of a declared resource when its turn comes. Facts that may be undefined are expensive:
 * apply determines each one when `decideStep` requests it.
 */
export interface StepFacts {
  readonly step: Pick<Step, "action" | "replacement">;
  readonly kind: ResourceKind;
  /**
   * `left`: the resource was created for a collection member that no longer exists. `unmade`: its callback ran
   * again with an unexpected value and did not create it.
   */
  readonly membership: "member" | "assumed" | "left" | "unmade" | undefined;
  /** Inputs and replace trigger values that differ from the plan, except those that depend on wrong predictions. */
  readonly broken: readonly BrokenPremise[] | undefined;
  /** Values that differ from the plan because a predicted output did. */
  readonly missed: readonly BrokenPremise[];
  /** The status of the resource's current object. */
  readonly former: ObjectStatus | undefined;
  /** The action for the known values: `decideAgain`. */
  readonly again: SettledChange | undefined;
  /** True if the delete before its create was skipped: `decideFirstDelete`. */
  readonly isPutOff: boolean;
}

export type StepVerdict =
  | { readonly kind: "find"; readonly fact: "membership" | "broken" | "again" }
  /** The program no longer declares it. Another plan removes it. */
  | { readonly kind: "leave" }
  | StepStop
  /** `former`: how the replaced object is recorded. */
  | { readonly kind: "create"; readonly former?: "doom" | "drop" }
  /** `performed`: the reported action, if it is weaker than the planned one. */
  | { readonly kind: "update"; readonly performed?: "update" }
  | { readonly kind: "record"; readonly result: Extract<StepResult, "done" | "skipped"> }
  /** Records the object as found, and updates it if it differs. */
  | { readonly kind: "import"; readonly isUpdated: boolean }
  | { readonly kind: "read" }
  /** The resource is as planned. Nothing is done. */
  | { readonly kind: "confirm" };

/** The step fails without a provider call. */
export type StepStop =
  | { readonly kind: "stop"; readonly because: "premises"; readonly broken: readonly BrokenPremise[] }
  /** The known values need a stronger action than planned. */
  | { readonly kind: "stop"; readonly because: "exceeds"; readonly planned: StepAction }
  /** A predicted output differs, and the values that depend on it need a stronger action than planned. */
  | {
      readonly kind: "stop";
      readonly because: "prediction";
      readonly missed: readonly BrokenPremise[];
      readonly planned: StepAction | "replace";
      /** `configure`: a provider would get a different configuration than its resources were planned with. */
      readonly now: SettledAction | "configure" | "unmade";
    }
  /** Its old object should have been deleted earlier, and was not. */
  | { readonly kind: "stop"; readonly because: "put-off" }
  /** It was to be deleted together with another object, which stays. */
  | { readonly kind: "stop"; readonly because: "leader-stays"; readonly leader: string };

/**
 * Decides how apply performs a step of a declared resource: as planned, with a weaker action, or not at all. If a
 * prediction was wrong, values that depend on it are decided again; the step stops if they need a stronger action
 * than planned.
 */
export function decideStep(facts: StepFacts): StepVerdict {
  const { step, kind, membership, broken, missed, former, again, isPutOff } = facts;
  if (membership === undefined) return { kind: "find", fact: "membership" };
  if (membership === "left") return { kind: "leave" };
  if (membership === "unmade")
    return { kind: "stop", because: "prediction", missed, planned: step.action, now: membership };
  if (broken === undefined) return { kind: "find", fact: "broken" };
  if (broken.length > 0) return { kind: "stop", because: "premises", broken };
  const { action } = step;
  const isMissed = missed.length > 0;
  if (isMissed && kind === "provider")
    return { kind: "stop", because: "prediction", missed, planned: action, now: "configure" };
  const isReplacing = action === "create" && step.replacement && former === "current";
  const isPlannedAgain = isMissed && kind === "custom" && (action === "confirm" || action === "record");
  const isOpen = isReplacing || action === "update" || action === "import" || isPlannedAgain;
  if (isOpen && again === undefined) return { kind: "find", fact: "again" };
  if (again !== undefined && isStronger(isMissed ? again : { action: again.action }, step)) {
    if (!isMissed) return { kind: "stop", because: "exceeds", planned: action };
    const planned = isReplacing ? "replace" : action;
    return { kind: "stop", because: "prediction", missed, planned, now: again.action };
  }
  switch (action) {
    case "create":
      if (!isReplacing) return { kind: "create", ...(former !== undefined && { former: "drop" }) };
      if (again?.action !== "replace")
        return again?.action === "update" ? { kind: "update", performed: "update" } : skipped;
      return isPutOff ? { kind: "stop", because: "put-off" } : { kind: "create", former: "doom" };
    case "update":
      return again?.action === "update" ? { kind: "update" } : skipped;
    case "import":
      return { kind: "import", isUpdated: again?.action === "update" };
    case "record":
      return recorded;
    case "read":
      return { kind: "read" };
    default:
      // State records the actual values. A component has nothing else to change.
      return isMissed && (kind === "component" || again?.action === "record")
        ? recorded
        : { kind: "confirm" };
  }
}

const recorded: StepVerdict = { kind: "record", result: "done" };

/** The known values need no call. Only state is updated. */
const skipped: StepVerdict = { kind: "record", result: "skipped" };

/** The facts about a planned change of an existing object, once all of its values are known. */
export interface KnownFacts {
  /** The decision of the plan, when some values were unknown. */
  readonly decision: Decision;
  readonly prior: PriorFacts;
  /**
   * The provider's plan for the existing object with the known values. Not needed if another provider created the
   * object.
   */
  readonly planned?: Planned | undefined;
  /** True if the replace trigger differs from its value when the object was created. */
  readonly isTriggered: boolean;
  /** True if a resource that this one is replaced or deleted with is really replaced. */
  readonly isReplaced: (urn: string) => boolean;
  readonly bookkeeping: readonly string[];
  readonly deleteBeforeReplace?: boolean | undefined;
}

/**
 * Decides a planned change again with its known values. The plan treats an unknown value as a change, so the result
 * may be weaker than planned; apply then performs the weaker action. It never performs a stronger one: see
 * `decideStep`.
 */
export function decideAgain(facts: KnownFacts): SettledChange {
  const { decision, prior, planned, bookkeeping, deleteBeforeReplace } = facts;
  const { action, replaceOrder } = decide({
    kind: "custom",
    prior,
    observed: "present",
    planned,
    managedDifferently: decision.reasons.find((reason) => reason.kind === "managed-differently"),
    forced: forcedNow(decision.reasons, facts),
    bookkeeping,
    deleteBeforeReplace,
  });
  return { action: action as SettledAction, ...(replaceOrder !== undefined && { replaceOrder }) };
}

/** A trigger that was predicted to stay the same may have changed. */
function forcedNow(reasons: readonly Reason[], facts: KnownFacts): readonly ForcedReason[] {
  const forced = reasons.filter((reason) => isStillForced(reason, facts));
  const isNew = facts.isTriggered && !forced.some(({ by }) => by === "trigger");
  return isNew ? [{ kind: "forced", by: "trigger" }, ...forced] : forced;
}

function isStillForced(reason: Reason, { isTriggered, isReplaced }: KnownFacts): reason is ForcedReason {
  if (reason.kind !== "forced") return false;
  if (reason.by === "trigger") return isTriggered;
  return reason.of === undefined || isReplaced(reason.of);
}

/** A planned replacement, and the values that the plan knew. */
export interface PlannedReplacement {
  readonly decision: Decision;
  readonly inputs: ValueObject;
  readonly options: Pick<RecordedOptions, "replaceTrigger">;
  /**
   * The inputs that depend on predicted outputs, and `replaceTrigger` if it does. Their actual values may differ.
   */
  readonly predicted?: ReadonlySet<string> | undefined;
}

/**
 * True if a replacement is necessary whatever its unknown and predicted values turn out to be. A replacement caused
 * by another resource is not certain, because that resource may stay.
 */
export function isCertain({ decision, inputs, options, predicted }: PlannedReplacement): boolean {
  return decision.reasons.some((reason) => {
    switch (reason.kind) {
      case "managed-differently":
      case "repeated":
        return true;
      case "forced":
        if (reason.by !== "trigger") return reason.of === undefined;
        return isKnown(options.replaceTrigger) && predicted?.has("replaceTrigger") !== true;
      case "drift":
        return reason.fields.some(({ replaces }) => replaces);
      case "fields":
        return reason.fields.some(({ path, replaces }) => {
          const segments = parsePropertyPath(path);
          return replaces && isKnown(getAt(inputs, segments)) && !predicted?.has(segments[0] as string);
        });
      default:
        return false;
    }
  });
}

/**
 * True if apply asks the provider again about a planned replacement. Otherwise the plan already had all the facts.
 * `isMissed`: some of its values differ because a predicted output did.
 */
export function isDecidedAgain(
  { decision, inputs, options }: PlannedReplacement,
  isMissed: boolean,
): boolean {
  const { reasons } = decision;
  if (reasons.some(({ kind }) => kind === "managed-differently" || kind === "repeated")) return false;
  const isFollowing = reasons.some((reason) => reason.kind === "forced" && reason.of !== undefined);
  return isMissed || isFollowing || !isKnown(inputs) || !isKnown(options.replaceTrigger);
}

/** The facts about an object that the plan deletes before its successor is created. */
export interface FirstDeleteFacts extends PlannedReplacement {
  /** Values of the successor that differ from the plan; undefined until determined. */
  readonly broken: readonly BrokenPremise[] | undefined;
  /** The action for the known values; undefined until determined. */
  readonly again: SettledAction | undefined;
  /** True if some values of the successor are still unknown. */
  readonly isWaiting: boolean;
  /** The creates and replacements that those values come from, directly or indirectly. */
  readonly sources: readonly ValueSource[];
}

export interface ValueSource {
  readonly urn: string;
  readonly action: ChangeAction;
  /** For a replacement: whether its object is deleted; undefined until determined. */
  readonly goes: boolean | undefined;
}

export type FirstDeleteVerdict =
  | { readonly kind: "find"; readonly fact: "broken" | "again" }
  /** Whether the object of this source is deleted. */
  | { readonly kind: "find"; readonly fact: "source"; readonly urn: string }
  | { readonly kind: "goes" }
  | { readonly kind: "stays" }
  /** The object stays because all sources of its values stay. Its successor can no longer be created. */
  | { readonly kind: "put-off" }
  | StepStop;

/**
 * Decides whether an object is deleted before its successor is created. In a cascade, values of a successor come
 * from other successors and are still unknown. Then the object is deleted if an object of one of its sources is.
 */
export function decideFirstDelete(facts: FirstDeleteFacts): FirstDeleteVerdict {
  const { broken, again, isWaiting, sources } = facts;
  if (again !== undefined) return again === "replace" ? { kind: "goes" } : { kind: "stays" };
  if (!isWaiting && broken === undefined) return { kind: "find", fact: "broken" };
  if (broken !== undefined && broken.length > 0) return { kind: "stop", because: "premises", broken };
  if (!isWaiting) return { kind: "find", fact: "again" };
  if (isCertain(facts) || sources.length === 0) return { kind: "goes" };
  for (const { urn, action, goes } of sources) {
    if (action !== "replace" || goes) return { kind: "goes" };
    if (goes === undefined) return { kind: "find", fact: "source", urn };
  }
  return { kind: "put-off" };
}

/** The facts about a step that removes an object. */
export interface RemovalFacts {
  readonly action: "delete" | "forget";
  /** True if the successor of the object is still to be created. */
  readonly isFirstHalf: boolean;
  /** For a first half: whether the object must be deleted; undefined until determined. */
  readonly goes: boolean | undefined;
  /** The resource that it is deleted with, if the object of that resource was not deleted. */
  readonly leaderStays: string | undefined;
}

export type RemovalVerdict =
  | { readonly kind: "find"; readonly fact: "goes" }
  | { readonly kind: "skip" | "forget" | "delete" }
  | StepStop;

/** Decides how apply performs a step that removes an object. */
export function decideRemoval({ action, isFirstHalf, goes, leaderStays }: RemovalFacts): RemovalVerdict {
  if (isFirstHalf && goes === undefined) return { kind: "find", fact: "goes" };
  if (isFirstHalf && !goes) return { kind: "skip" };
  if (action === "delete") return { kind: "delete" };
  return leaderStays === undefined
    ? { kind: "forget" }
    : { kind: "stop", because: "leader-stays", leader: leaderStays };
}

/** The outcome of a create or update call. */
export interface CallFacts {
  readonly outcome: "done" | "unfinished" | "failed" | "uncertain";
  /** Values that differ from the provider's plan. */
  readonly broken: readonly BrokenPremise[];
  /** True if another resource was planned with its outputs. */
  readonly isRead: () => boolean;
}

/**
 * Returns the result of a step after its call. A wrong output fails the step only if another resource was planned
 * with it.
 */
export function resultOfCall({ outcome, broken, isRead }: CallFacts): StepResult {
  if (outcome !== "done") return outcome === "uncertain" ? "uncertain" : "failed";
  return broken.length > 0 && isRead() ? "failed" : "done";
}
