import type { RecordedOptions, Registration, ResourceHandle } from "../../../model/index.js";
import { type ForcedReason, isTriggered } from "../../../plan/index.js";
import type { AtOnce } from "../../../std/index.js";
import { inheritedOptions } from "../../facts/inherited-options.js";
import type { WalkContext } from "./walk-context.js";
import type { PriorState } from "../../facts/prior-state.js";

/** Returns the reasons to replace a resource that do not come from its fields. */
export function forcedReplacement(
  registration: Registration,
  prior: PriorState,
  now: RecordedOptions,
  context: WalkContext,
): AtOnce<readonly ForcedReason[]> {
  const { replaceWith = [], deletedWith } = inheritedOptions(registration);
  const forced: ForcedReason[] = [];
  if (isTriggered(prior.row.options, now)) forced.push({ kind: "forced", by: "trigger" });
  if (context.ports.selection.isReplaced(registration)) forced.push({ kind: "forced", by: "request" });
  if (prior.stored.tainted) forced.push({ kind: "forced", by: "taint" });
  if (replaceWith.length === 0 && deletedWith === undefined) return forced;
  return forcedByOthers(replaceWith, deletedWith, context).then((byOthers) => [...forced, ...byOthers]);
}

async function forcedByOthers(
  replaceWith: readonly ResourceHandle[],
  deletedWith: ResourceHandle | undefined,
  context: WalkContext,
): Promise<readonly ForcedReason[]> {
  const forced: ForcedReason[] = [];
  for (const { urn } of await replaced(replaceWith, context))
    forced.push({ kind: "forced", by: "replace-with", of: urn });
  for (const { urn } of await replaced(deletedWith === undefined ? [] : [deletedWith], context))
    forced.push({ kind: "forced", by: "deleted-with", of: urn });
  return forced;
}

async function replaced(
  handles: readonly ResourceHandle[],
  context: WalkContext,
): Promise<readonly ResourceHandle[]> {
  const walked = await Promise.all(handles.map((handle) => context.walk(handle as Registration)));
  return handles.filter((_, index) => {
    const each = walked[index]!;
    return each.ok && each.decision.action === "replace";
  });
}
