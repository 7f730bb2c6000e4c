import type { Diagnostic, Snapshot } from "../../model/index.js";
import type { Holder } from "../../store/internal.js";
import { problem } from "../diagnostics.js";
import { nothingSettled, type SettledState } from "./open-intents.js";

/** While another run is alive, its open operations are not interrupted, and a plan leaves them alone. */
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
  return problem("engine/in-progress", {
    severity: "note",
    detail: `Run ${runId} is performing the ${action} of this resource: ${user}@${host}, pid ${pid}, ${JSON.stringify(command)}. The resource and its dependents are not in this plan.`,
    hint: "Wait for that run to finish, then plan again.",
    resource: urn,
  });
}
