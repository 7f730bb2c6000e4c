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
  /** The actual outputs. */
  readonly applied: ValueObject;
  /** True if a value that differs from the plan is only spelled differently. */
  readonly isEquivalent: Equivalence;
}

export interface SettledOutputs {
  readonly outputs: ValueObject;
  /** The outputs that differ from the plan; if there are any, none may be recorded. */
  readonly broken: readonly BrokenPremise[];
}

/**
 * Returns the outputs to record after an apply: the actual values of outputs that the plan knew or announced as
 * changing. Outputs that the plan left unknown, and outputs that are still unknown, keep their last value.
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

/**
 * Returns the outputs that have a value. The others depend on resources that were not created, and keep their last
 * value.
 */
export function knownOutputs(outputs: ValueObject, last: ValueObject): ValueObject {
  if (isKnown(outputs)) return outputs;
  const entries = Object.entries(outputs).flatMap(([name, value]) => {
    if (isKnown(value)) return [[name, value] as const];
    return Object.hasOwn(last, name) ? [[name, last[name]] as const] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the outputs of a stack by name, from the program's return value. A secret return value makes each output
 * secret. If the whole value is unknown, so are the recorded outputs, and `anyOutput` stands for further ones. A
 * program that returns no object has no outputs.
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
