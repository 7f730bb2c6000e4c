import {
  containsSecret,
  diffValues,
  equalValues,
  getProperty,
  identicalValues,
  isArray,
  isKnown,
  isObject,
  isReference,
  isUnknown,
  printPropertyPath,
  secretInputs,
  setProperty,
  stripSecrets,
  unrecordedInputs,
  type Planned,
  type RecordedOptions,
  type Stored,
  type Value,
  type ValueObject,
} from "../model/index.js";

/** A value that differs from the plan. */
export interface BrokenPremise {
  readonly path: string;
  readonly planned: Value;
  readonly applied: Value;
}

/** True if two spellings of a field are equivalent for the resource type. */
export type Equivalence = (field: string, planned: Value, applied: Value) => boolean;

/** Like `Equivalence`, with all inputs of the resource in both spellings. */
export type InputEquivalence = (field: string, before: ValueObject, after: ValueObject) => boolean;

/** The declared values of a resource that a plan relies on. */
export interface AskedValues {
  readonly inputs: ValueObject;
  readonly options: Pick<RecordedOptions, "replaceTrigger">;
}

/** The declared values at plan time, with the provider's plan. */
export interface PlannedValues extends AskedValues {
  readonly planned?: Planned | undefined;
}

/**
 * Returns the inputs and replace trigger values that differ from the plan. Inputs that are not recorded are marked
 * as secret.
 */
export function brokenValues(
  then: PlannedValues,
  now: AskedValues,
  isEquivalent: InputEquivalence,
): readonly BrokenPremise[] {
  const hidden = unrecordedInputs(then.inputs, then.planned);
  const before = secretInputs(then.inputs, hidden);
  const after = secretInputs(now.inputs, hidden);
  return [
    ...brokenPremises(before, after, (field) => isEquivalent(field, before, after)),
    ...brokenPremises(triggerOf(then), triggerOf(now), () => false),
  ];
}

function triggerOf({ options: { replaceTrigger } }: AskedValues): ValueObject {
  return replaceTrigger === undefined ? {} : { replaceTrigger };
}

/**
 * Returns the outputs that differ from the plan. An output with the name of an input may be spelled like that
 * input.
 */
export function brokenPromises(
  planned: ValueObject,
  { inputs, outputs }: Pick<Stored, "inputs" | "outputs">,
  isEquivalent: InputEquivalence,
  isNew: boolean,
): readonly BrokenPremise[] {
  return brokenPremises(planned, isNew ? promised(planned, outputs) : outputs, (field, before, after) =>
    isEquivalent(field, { ...inputs, [field]: before }, { ...inputs, [field]: after }),
  );
}

/** For a new object, an output that was not planned is unknown to dependents and may have any value. */
export function promised(planned: ValueObject, outputs: ValueObject): ValueObject {
  const isPlanned = (name: string) => Object.hasOwn(planned, name);
  if (Object.keys(outputs).every(isPlanned)) return outputs;
  return Object.fromEntries(Object.entries(outputs).filter(([name]) => isPlanned(name)));
}

/**
 * Returns inputs in the spelling of the plan where the type considers both equivalent; the same object if there are
 * none.
 */
export function inPlannedSpelling(
  planned: ValueObject,
  inputs: ValueObject,
  isEquivalent: InputEquivalence,
): ValueObject {
  const fields = new Set([...Object.keys(planned), ...Object.keys(inputs)]);
  const respelled = [...fields].filter((field) => {
    const [before, after] = [getProperty(planned, field), getProperty(inputs, field)];
    if (identicalValues(before, after) || !isKnown(before) || !isKnown(after)) return false;
    return isSpelling(before, after) && isEquivalent(field, planned, inputs);
  });
  if (respelled.length === 0) return inputs;
  const spelled: { [field: string]: Value } = { ...inputs };
  for (const field of respelled) {
    const value = getProperty(planned, field);
    if (value === undefined) delete spelled[field];
    else setProperty(spelled, field, value);
  }
  return spelled;
}

/** A value that becomes secret, or stops being secret, is not just another spelling. */
function isSpelling(before: Value, after: Value): boolean {
  return containsSecret(before) === containsSecret(after);
}

/**
 * Returns the values that differ from the plan. A value that was unknown may have any value, and a field may be
 * spelled differently if the type considers both equivalent and both or neither are secret.
 */
export function brokenPremises(
  planned: ValueObject,
  applied: ValueObject,
  isEquivalent: Equivalence,
): readonly BrokenPremise[] {
  const premises: BrokenPremise[] = [];
  const compare = (field: string) => {
    const before = getProperty(planned, field);
    const after = getProperty(applied, field);
    if (isUnknown(before) || equalValues(before, after)) return;
    const broken = diffValues(before, after).filter((change) => !isOpen(change.before, change.after));
    if (broken.length === 0) return;
    if (isSpelling(before, after) && isEquivalent(field, before, after)) return;
    for (const change of broken) {
      const path = printPropertyPath([field, ...change.path]);
      premises.push({ path, planned: change.before, applied: change.after });
    }
  };
  for (const field of Object.keys(planned)) compare(field);
  for (const field of Object.keys(applied)) if (!Object.hasOwn(planned, field)) compare(field);
  return premises;
}

/** True if the plan did not know this value: the value, parts of it, or the id of a resource that it names. */
function isOpen(planned: Value, applied: Value): boolean {
  if (isReference(planned) && isReference(applied)) {
    return planned.urn === applied.urn && isUnknown(planned.id);
  }
  if (isKnown(planned)) return false;
  const before = stripSecrets(planned);
  const after = stripSecrets(applied);
  const haveParts = (isArray(before) && isArray(after)) || (isObject(before) && isObject(after));
  if (!haveParts) return isUnknown(before);
  return diffValues(before, after).every((part) => isOpen(part.before, part.after));
}
