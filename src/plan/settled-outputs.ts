import {
  anyOutput,
  getProperty,
  isKnown,
  isObject,
  isSecret,
  isUnknown,
  type OutputChange,
  secretOf,
  setProperty,
  unknown,
  type Value,
  type ValueObject,
} from "../model/index.js";
import { type BrokenPremise, brokenPremises, type Equivalence } from "./premise.js";

export interface AppliedOutputs {
  /** The outputs of the last run. */
  readonly recorded: ValueObject;
  /** The outputs as far as the plan knew them. */
  readonly planned: ValueObject;
  /** The output changes of the plan. */
  readonly changes: readonly OutputChange[];
  /** The outputs as they came out. */
  readonly applied: ValueObject;
  /** Whether a value that differs from the planned one is only spelled otherwise. */
  readonly isEquivalent: Equivalence;
}

export interface SettledOutputs {
  readonly outputs: ValueObject;
  /** Where outputs came out other than planned; if there are any, none may be recorded. */
  readonly broken: readonly BrokenPremise[];
}

/**
 * The outputs to record after an apply: those that the plan knew, or said would change, as they came out. Those that
 * the plan left open, and those that are unknown even now, keep their last value.
 */
export function settledOutputs(facts: AppliedOutputs): SettledOutputs {
  const { recorded, planned, changes, applied, isEquivalent } = facts;
  const changing = new Set(changes.map(({ name }) => name));
  const isOpen = Object.hasOwn(planned, anyOutput);
  const isNamed = (name: string) => Object.hasOwn(planned, name) || !isOpen;
  const isKept = (name: string) => {
    const said = isNamed(name) ? name : anyOutput;
    return !changing.has(said) && !isKnown(getProperty(planned, said));
  };
  const outputs: { [name: string]: Value } = {};
  for (const [name, value] of Object.entries(applied)) {
    const isTaken = isKnown(value) && !isKept(name);
    if (isTaken) setProperty(outputs, name, value);
    else if (Object.hasOwn(recorded, name)) setProperty(outputs, name, recorded[name]);
  }
  const broken = brokenPremises(
    only(planned, (name) => !isKept(name)),
    only(applied, (name) => !isKept(name) && isNamed(name)),
    isEquivalent,
  );
  return { outputs, broken };
}

function only(object: ValueObject, isWanted: (name: string) => boolean): ValueObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => isWanted(name)));
}

/** Outputs that came to a value, each; the others, which come from what was not made, keep their last one. */
export function knownOutputs(outputs: ValueObject, last: ValueObject): ValueObject {
  if (isKnown(outputs)) return outputs;
  const entries = Object.entries(outputs).flatMap(([name, value]) => {
    if (isKnown(value)) return [[name, value] as const];
    return Object.hasOwn(last, name) ? [[name, last[name]] as const] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * The outputs of a stack by name, from the value that its program returned. A secret makes each output secret. If
 * the whole value is not known yet, neither are the recorded outputs, and `anyOutput` stands for those that may come.
 * A program that returned something other than an object has no outputs.
 */
export function stackOutputs(returned: Value, recorded: ValueObject): ValueObject {
  if (isObject(returned)) return returned;
  if (isSecret(returned)) return mapped(stackOutputs(returned.value, recorded), secretOf);
  if (!isUnknown(returned)) return {};
  return { ...mapped(recorded, () => unknown), [anyOutput]: unknown };
}

function mapped(outputs: ValueObject, change: (value: Value) => Value): ValueObject {
  return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, change(value)]));
}
