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
 * What others may read of a resource while it is only planned: of something new its known inputs, of something
 * that stays what it has, of an update what the provider says will not move.
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

/** What others may read of a component: what it was given, and what it said it offers. */
export function componentAnswer(
  { urn }: Registration,
  inputs: ValueObject,
  outputs: ValueObject,
): ResourceProperties {
  return { ok: true, properties: [{ urn }, outputs, inputs], others: "absent" };
}

/** What others may read of a resource that has been performed. */
export function performedAnswer({ urn }: Registration, stored: Stored): ResourceProperties {
  const { id } = stored;
  return {
    ok: true,
    properties: [id === undefined ? { urn } : { urn, id }, stored.outputs, stored.inputs],
    others: "absent",
  };
}
