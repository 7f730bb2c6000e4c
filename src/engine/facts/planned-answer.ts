import {
  unknown,
  type Planned,
  type Registration,
  type Stored,
  type ValueObject,
} from "../../model/index.js";
import type { Decision } from "../../plan/index.js";
import type { ResourceProperties } from "../../program/index.js";

/**
 * Returns the properties of a planned resource that others may read: the known inputs of a new object, all properties
 * of an unchanged object, and for an update those that the provider says will not change.
 */
export function plannedAnswer(
  { urn }: Registration,
  decision: Decision,
  planned: Planned,
  prior: Stored | undefined,
): ResourceProperties {
  const isNew = decision.action === "create" || decision.action === "replace";
  const id = isNew ? unknown : (prior?.id ?? unknown);
  return {
    ok: true,
    properties: [{ urn, id }, planned.outputs, planned.inputs],
    others: isNew ? "unknown" : "absent",
  };
}

/** Returns the properties of a component that others may read: its inputs and its registered outputs. */
export function componentAnswer(
  { urn }: Registration,
  inputs: ValueObject,
  outputs: ValueObject,
): ResourceProperties {
  return { ok: true, properties: [{ urn }, outputs, inputs], others: "absent" };
}

/** Returns the properties of a resource whose step is done. */
export function performedAnswer({ urn }: Registration, stored: Stored): ResourceProperties {
  const { id } = stored;
  return {
    ok: true,
    properties: [id === undefined ? { urn } : { urn, id }, stored.outputs, stored.inputs],
    others: "absent",
  };
}
