import type { Diagnostic } from "../../model/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { groupBy } from "../../std/group-by.js";
import { failedWalk, type FailedWalk, type WalkedResource } from "./walk/walked.js";

type Walked = WalkedResource | FailedWalk;

/**
 * What names something that could not be planned and is not in state, by any option, cannot be recorded before that
 * is: it fails for the same reasons, and so does what names it in turn. Values that cannot be had have failed already.
 */
export function withoutFailedNeeds(walked: readonly Walked[], state: SnapshotIndex): readonly Walked[] {
  const missing = new Map<string, readonly Diagnostic[]>();
  for (const { ok, registration, answer } of walked)
    if (!ok && answer.diagnostics.length > 0 && !state.byUrn.has(registration.urn))
      missing.set(registration.urn, answer.diagnostics);
  if (missing.size === 0) return walked;

  const needs = walked.flatMap((each) => (each.ok ? each.needs.map(({ to }) => ({ each, to: to.urn })) : []));
  const needing = groupBy(needs, ({ to }) => to);
  const failed = new Map<Walked, FailedWalk>();
  // What is added on the way is visited too.
  for (const [urn, reasons] of missing)
    for (const { each } of needing.get(urn) ?? []) {
      const { registration } = each;
      if (!failed.has(each)) failed.set(each, failedWalk(registration, reasons));
      if (!state.byUrn.has(registration.urn) && !missing.has(registration.urn))
        missing.set(registration.urn, reasons);
    }
  return walked.map((each) => failed.get(each) ?? each);
}
