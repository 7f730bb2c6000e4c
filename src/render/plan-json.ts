import {
  encodeValue,
  mapValue,
  isSecret,
  type Change,
  type Json,
  type Plan,
  type Value,
} from "../model/index.js";

/** The version of the document below; a field that changes its meaning makes the next. */
const version = 1;

/** A plan as one JSON document with the same information as its text. Secrets are masked. */
export function planJson(plan: Plan): Json {
  return {
    version,
    lineage: plan.lineage,
    base: plan.base,
    changes: plan.changes.map(changeJson),
    steps: plan.steps.map(({ id, action, urn, after, replacement }) => ({
      id,
      action,
      urn,
      after,
      replacement,
    })),
    outputs: masked(plan.outputs),
    held: plan.held.map((diagnostic) => ({ ...diagnostic }) as unknown as Json),
    warnings: plan.warnings.map((diagnostic) => ({ ...diagnostic }) as unknown as Json),
  };
}

function changeJson({
  urn,
  type,
  name,
  kind,
  action,
  reasons,
  position,
  prior,
  observed,
  planned,
  inputs,
}: Change): Json {
  return {
    urn,
    type,
    name,
    kind,
    action,
    reasons: reasons as unknown as Json,
    ...(position !== undefined && { position: { ...position } }),
    ...(prior !== undefined && { before: masked(prior.inputs) }),
    ...(observed !== undefined && { observed: masked(observed.outputs) }),
    after: masked(planned?.inputs ?? inputs),
  };
}

function masked(value: Value): Json {
  return encodeValue(mapValue(value, (part) => (isSecret(part) ? "[secret]" : part)));
}
