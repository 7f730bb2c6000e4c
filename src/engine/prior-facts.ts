import type { Registration } from "../model/index.js";
import type { Facts, PriorFacts } from "../plan/index.js";
import type { LoadedPackage } from "../provider/contract/index.js";
import type { PriorState } from "./walked.js";

export function priorFacts({ row, object, stored }: PriorState): PriorFacts {
  return {
    kind: row.kind,
    status: object.status === "owed" ? "owed" : "current",
    ...(stored.unfinished !== undefined && { unfinished: stored.unfinished }),
  };
}

export function managedDifferently(
  prior: PriorState | undefined,
  { type }: Registration,
  { record }: LoadedPackage,
): Pick<Facts, "managedDifferently"> {
  const before = prior?.object.package;
  if (prior === undefined || before === undefined) return {};
  if (before.name === record.name && prior.stored.type === type) return {};
  return {
    managedDifferently: { before: `${before.name} ${prior.stored.type}`, after: `${record.name} ${type}` },
  };
}
