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
 * Facts about a step of a resource of the program when its turn comes. Those that may be undefined take time: apply finds
 * each out when `decideStep` asks for it.
 */
export interface StepFacts {
  readonly step: Pick<Step, "action" | "replacement">;
  readonly kind: ResourceKind;
  /**
   * `left`: the resource was made for a member of a collection that turned out to be none. `unmade`: its callback ran
   * again, because the value that it is given came out different, and did not make it.
   */
  readonly membership: "member" | "assumed" | "left" | "unmade" | undefined;
  /** Where inputs and the replace trigger came out other than planned, without those that rest on missed predictions. */
  readonly broken: readonly BrokenPremise[] | undefined;
  /** Where they came out other than planned because a predicted output did. */
  readonly missed: readonly BrokenPremise[];
  /** The status of the object that the resource has now. */
  readonly former: ObjectStatus | undefined;
  /** What the known values ask for: `decideAgain`. */
  readonly again: SettledChange | undefined;
  /** Whether the delete that comes before its create was left out: `decideFirstDelete`. */
  readonly isPutOff: boolean;
}

export type StepVerdict =
  | { readonly kind: "find"; readonly fact: "membership" | "broken" | "again" }
  /** The program does not ask for it any more: another plan takes it away. */
  | { readonly kind: "leave" }
  | StepStop
  /** `former`: what becomes of the object that the new one takes the place of. */
  | { readonly kind: "create"; readonly former?: "doom" | "drop" }
  /** `performed`: what the step is reported as, because it is less than its own action. */
  | { readonly kind: "update"; readonly performed?: "update" }
  | { readonly kind: "record"; readonly result: Extract<StepResult, "done" | "skipped"> }
  /** The object is recorded as it was found, and updated if it differs. */
  | { readonly kind: "import"; readonly isUpdated: boolean }
  | { readonly kind: "read" }
  /** Nothing is done: it is as planned. */
  | { readonly kind: "confirm" };

/** Nothing is called for the step, which fails. */
export type StepStop =
  | { readonly kind: "stop"; readonly because: "premises"; readonly broken: readonly BrokenPremise[] }
  /** The known values ask for more than was planned. */
  | { readonly kind: "stop"; readonly because: "exceeds"; readonly planned: StepAction }
  /** A predicted output came out different, and the values that rest on it ask for more than was planned. */
  | {
      readonly kind: "stop";
      readonly because: "prediction";
      readonly missed: readonly BrokenPremise[];
      readonly planned: StepAction | "replace";
      /** `configure`: a provider would get another configuration than its resources were planned with. */
      readonly now: SettledAction | "configure" | "unmade";
    }
  /** Its old object was to be deleted earlier, and was not. */
  | { readonly kind: "stop"; readonly because: "put-off" }
  /** It was to go with another object, which stays. */
  | { readonly kind: "stop"; readonly because: "leader-stays"; readonly leader: string };

/**
 * What apply does for a step of a resource of the program: what the plan showed, or less, or nothing. Values that rest on
 * a prediction which came out different are decided over again; if they ask for more than the plan showed, the step stops.
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
      // State follows the values that came out. A component has nothing else that could.
      return isMissed && (kind === "component" || again?.action === "record")
        ? recorded
        : { kind: "confirm" };
  }
}

const recorded: StepVerdict = { kind: "record", result: "done" };

/** The values turned out to need no call: state alone follows. */
const skipped: StepVerdict = { kind: "record", result: "skipped" };

/** Facts about a planned change of an existing object, once all of its values are known. */
export interface KnownFacts {
  /** What the plan decided while some values were unknown. */
  readonly decision: Decision;
  readonly prior: PriorFacts;
  /** The provider's plan for the existing object with the known values. Not needed if another provider made the object. */
  readonly planned?: Planned | undefined;
  /** Whether the replace trigger differs from the one that the object was made with. */
  readonly isTriggered: boolean;
  /** Whether a resource that this one is replaced or deleted with is really replaced. */
  readonly isReplaced: (urn: string) => boolean;
  readonly bookkeeping: readonly string[];
  readonly deleteBeforeReplace?: boolean | undefined;
}

/**
 * Decides a planned change again from its known values. The plan counts an unknown value as a change, so the result may be
 * weaker than planned, and then apply performs the weaker action. It may never perform a stronger one: `decideStep`.
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

/** A trigger that was predicted to stay may have changed. */
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
  /** The inputs that rest on predicted outputs, and `replaceTrigger` if that does: they may come out different. */
  readonly predicted?: ReadonlySet<string> | undefined;
}

/**
 * Whether a planned replacement stands whatever its unknown and predicted values come out as. A replacement because of another
 * resource does not: that one may turn out to stay.
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
 * Whether apply asks the provider again about a planned replacement: it was planned with all there is to know otherwise.
 * `isMissed`: some of its values came out different because a predicted output did.
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

/** Facts about an object that the plan deletes before its successor is created. */
export interface FirstDeleteFacts extends PlannedReplacement {
  /** Where the values of the successor came out other than planned; undefined as long as that has not been found out. */
  readonly broken: readonly BrokenPremise[] | undefined;
  /** What the known values ask for; undefined as long as that has not been found out. */
  readonly again: SettledAction | undefined;
  /** Whether values of the successor are not known yet. */
  readonly isWaiting: boolean;
  /** The changes that those values come from, near or far: creations and replacements. */
  readonly sources: readonly ValueSource[];
}

export interface ValueSource {
  readonly urn: string;
  readonly action: ChangeAction;
  /** For a replacement: whether its object goes; undefined as long as that has not been found out. */
  readonly goes: boolean | undefined;
}

export type FirstDeleteVerdict =
  | { readonly kind: "find"; readonly fact: "broken" | "again" }
  /** Whether the object of this source goes. */
  | { readonly kind: "find"; readonly fact: "source"; readonly urn: string }
  | { readonly kind: "goes" }
  | { readonly kind: "stays" }
  /** It stays because all that its values come from stay. Its successor cannot be created any more. */
  | { readonly kind: "put-off" }
  | StepStop;

/**
 * Whether an object is deleted before its successor is created. In a cascade the values of a successor come from other
 * successors, and are not known yet: then an object goes if one goes that its values come from.
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

/** Facts about a step that takes an object away. */
export interface RemovalFacts {
  readonly action: "delete" | "forget";
  /** Whether the successor of the object is still to be created. */
  readonly isFirstHalf: boolean;
  /** For a first half: whether the object has to go; undefined as long as that has not been found out. */
  readonly goes: boolean | undefined;
  /** The resource that was to take it along, if the object of that one was not deleted. */
  readonly leaderStays: string | undefined;
}

export type RemovalVerdict =
  | { readonly kind: "find"; readonly fact: "goes" }
  | { readonly kind: "skip" | "forget" | "delete" }
  | StepStop;

/** What apply does for a step that takes an object away. */
export function decideRemoval({ action, isFirstHalf, goes, leaderStays }: RemovalFacts): RemovalVerdict {
  if (isFirstHalf && goes === undefined) return { kind: "find", fact: "goes" };
  if (isFirstHalf && !goes) return { kind: "skip" };
  if (action === "delete") return { kind: "delete" };
  return leaderStays === undefined
    ? { kind: "forget" }
    : { kind: "stop", because: "leader-stays", leader: leaderStays };
}

/** How the call of a create or an update ended. */
export interface CallFacts {
  readonly outcome: "done" | "unfinished" | "failed" | "uncertain";
  /** Where the provider returned other values than it had planned. */
  readonly broken: readonly BrokenPremise[];
  /** Whether another resource was planned with its outputs. */
  readonly isRead: () => boolean;
}

/** The result of a step whose call has ended. A promise that is broken fails it where a resource relied on it. */
export function resultOfCall({ outcome, broken, isRead }: CallFacts): StepResult {
  if (outcome !== "done") return outcome === "uncertain" ? "uncertain" : "failed";
  return broken.length > 0 && isRead() ? "failed" : "done";
}
