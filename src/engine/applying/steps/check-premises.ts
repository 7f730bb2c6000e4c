import { DiagnosticError, type RecordedOptions, type ValueObject } from "../../../model/index.js";
import { brokenPremises } from "../../../plan/index.js";
import type { Asked } from "../../facts/asked.js";
import type { WalkedResource } from "../../facts/walked.js";
import { brokenPremise } from "../apply-problem.js";

/**
 * Throws if inputs came out other than the plan said, or what triggers a replacement; a spelling of an input that the
 * type calls equivalent is the same.
 */
export function checkPremises(walked: WalkedResource, asked: Asked): void {
  const { registration, inputs, options } = walked;
  const broken = brokenPremises(inputs, asked.inputs, (field) =>
    isEquivalentInput(walked, field, inputs, asked.inputs),
  );
  const triggers = brokenPremises(triggerOf(options), triggerOf(asked.options), () => false);
  if (broken.length + triggers.length > 0)
    throw new DiagnosticError(brokenPremise(registration, [...broken, ...triggers]));
}

/** Whether two spellings of an input mean the same to the type of a resource; never if no provider manages it. */
export function isEquivalentInput(
  { registration: { type }, provider }: WalkedResource,
  field: string,
  before: ValueObject,
  after: ValueObject,
): boolean {
  return provider?.loaded.package.isEquivalent({ type, field, before, after }) ?? false;
}

function triggerOf({ replaceTrigger }: RecordedOptions): ValueObject {
  return replaceTrigger === undefined ? {} : { replaceTrigger };
}
