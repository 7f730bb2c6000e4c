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

/** The recorded and the observed state of an object. */
export interface DriftFacts {
  readonly prior?: Stored | undefined;
  readonly baseline?: ValueObject | undefined;
  readonly observed?: Stored | undefined;
}

/** Returns the outputs that differ from the result of the last create or update. */
export function driftOf(defined: DefinedResource, sighting: DriftFacts): readonly ValueChange[] {
  const { volatile = [] } = defined;
  const drift: ValueChange[] = [];
  for (const field of Object.keys(defined.outputs)) {
    if (!volatile.includes(field)) drift.push(...driftIn(defined, sighting, field));
  }
  return drift;
}

/**
 * Returns the drift of one field, even if it is volatile. A required field that the baseline lacks did not exist when
 * the baseline was recorded, so it is not drift. Neither is an equivalent spelling of the input with the same name.
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

/**
 * Returns the baseline and the observed outputs. After a refresh, state contains the observed outputs, and the baseline
 * is separate.
 */
export function sightedOutputs({ prior, baseline, observed }: DriftFacts): {
  readonly baseline: ValueObject;
  readonly observed: ValueObject;
} {
  const recorded = prior?.outputs ?? {};
  return { baseline: baseline ?? recorded, observed: observed?.outputs ?? recorded };
}
