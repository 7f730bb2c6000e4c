import {
  getProperty,
  type Stored,
  type Value,
  type ValueChange,
  type ValueObject,
} from "../../../model/index.js";
import type { DefinedResource } from "../../resource-type.js";
import { isOptional } from "../field/decode-fields.js";
import { differences, isEquivalentField } from "./input-changes.js";

/** What is recorded of an object and what was found of it. */
export interface DriftFacts {
  readonly prior?: Stored | undefined;
  readonly baseline?: ValueObject | undefined;
  readonly observed?: Stored | undefined;
}

/** The outputs in which the world differs from what the last create or update came to. */
export function driftOf(defined: DefinedResource, sighting: DriftFacts): readonly ValueChange[] {
  const { volatile = [] } = defined;
  const drift: ValueChange[] = [];
  for (const field of Object.keys(defined.outputs)) {
    if (!volatile.includes(field)) drift.push(...driftIn(defined, sighting, field));
  }
  return drift;
}

/**
 * The same for one field, also if it is volatile. A field that the baseline lacks although objects must have it
 * did not exist when it was written: nothing moved. Nor did one with the name of an input that was read in an
 * equivalent spelling of it.
 */
export function driftIn(
  defined: DefinedResource,
  sighting: DriftFacts,
  field: string,
): readonly ValueChange[] {
  const { type, outputs } = defined;
  const { baseline, observed } = sightedOutputs(sighting);
  const before = getProperty(baseline, field);
  if ((before ?? null) === null && !isOptional(type, field, outputs[field]!)) return [];
  const after = getProperty(observed, field);
  const moved = differences(field, before, after);
  if (moved.length === 0) return moved;
  const spelled = (value: Value) => ({ ...sighting.prior?.inputs, [field]: value });
  return isEquivalentField(defined, field, spelled(before), spelled(after)) ? [] : moved;
}

/** What is recorded may have been refreshed: then it is what was seen last, and the baseline stands beside it. */
export function sightedOutputs({ prior, baseline, observed }: DriftFacts): {
  readonly baseline: ValueObject;
  readonly observed: ValueObject;
} {
  const recorded = prior?.outputs ?? {};
  return { baseline: baseline ?? recorded, observed: observed?.outputs ?? recorded };
}
