import type { Diagnostic, Snapshot } from "../../model/index.js";
import type { Holder } from "../../store/internal.js";
import { problem } from "../diagnostics.js";
import { nothingSettled, type SettledState } from "./open-intents.js";

/** Beside a live run nothing was cut off: what it has begun is its own, and is left to it. */
export function underWay(snapshot: Snapshot, holder: Holder): SettledState {
  const settled = [...snapshot.open.values()].map(({ rid, action }) => {
    const { urn } = snapshot.resources.get(rid)!;
    return { urn, what: "is under way", record: undefined, diagnostics: [busy(urn, action, holder)] };
  });
  return {
    ...nothingSettled,
    snapshot,
    settled,
    held: new Map(settled.map(({ urn, diagnostics }) => [urn, diagnostics])),
  };
}

function busy(urn: string, action: string, { runId, command, user, host, pid }: Holder): Diagnostic {
  return problem("engine/under-way", {
    severity: "note",
    detail: `The ${action} of it is under way in the run ${runId}: ${user}@${host}, pid ${pid}, ${JSON.stringify(command)}. It and what depends on it are not in this plan.`,
    hint: "Wait until that run has ended, and plan again.",
    resource: urn,
  });
}
