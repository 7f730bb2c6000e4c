import {
  getAt,
  isKnown,
  parsePropertyPath,
  type ChangeAction,
  type Planned,
  type Reason,
  type ValueObject,
} from "../model/index.js";
import { decide, type Decision, type ForcedReason, type PriorFacts } from "./decide.js";

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
}

/** `ok: false`: the known values ask for more than the plan showed, so the step must not be performed. */
export interface DecidedAgain {
  readonly ok: boolean;
  readonly action: SettledAction;
}

/** Weakest first: `same < record < update < replace`. */
export type SettledAction = Extract<ChangeAction, "same" | "record" | "update" | "replace">;

/**
 * Decides a planned change again from its known values. The plan counts an unknown value as a change, so the result may be
 * weaker than planned, and then apply performs the weaker action. It may never perform a stronger one.
 */
export function decideAgain(facts: KnownFacts): DecidedAgain {
  const { decision, prior, planned, bookkeeping } = facts;
  const { action } = decide({
    kind: "custom",
    prior,
    observed: "present",
    planned,
    managedDifferently: decision.reasons.find((reason) => reason.kind === "managed-differently"),
    forced: decision.reasons.filter((reason) => isStillForced(reason, facts)),
    bookkeeping,
  }) as { readonly action: SettledAction };
  return { ok: strength[action] <= strength[decision.action as keyof typeof strength], action };
}

const strength = { same: 0, record: 1, update: 2, import: 2, replace: 3 } as const;

function isStillForced(reason: Reason, { isTriggered, isReplaced }: KnownFacts): reason is ForcedReason {
  if (reason.kind !== "forced") return false;
  if (reason.by === "trigger") return isTriggered;
  return reason.of === undefined || isReplaced(reason.of);
}

/**
 * Whether a planned replacement stands whatever its unknown values come out as. A replacement because of another
 * resource does not: that one may turn out to stay.
 */
export function isCertain({ reasons }: Decision, inputs: ValueObject, isTriggerKnown: boolean): boolean {
  return reasons.some((reason) => {
    switch (reason.kind) {
      case "managed-differently":
      case "repeated":
        return true;
      case "forced":
        return reason.by === "trigger" ? isTriggerKnown : reason.of === undefined;
      case "drift":
        return reason.fields.some(({ replaces }) => replaces);
      case "fields":
        return reason.fields.some(
          ({ path, replaces }) => replaces && isKnown(getAt(inputs, parsePropertyPath(path))),
        );
      default:
        return false;
    }
  });
}
