import type { Run } from "../../../src/engine/index.js";
import type { RunEvent, Step, StepAction } from "../../../src/model/index.js";
import { changeOf } from "./check-steps.js";
import type { RunHistory } from "./run-history.js";

/**
 * A step that ended otherwise than planned did less: what was skipped called nothing, a replacement that became an update
 * created nothing, a delete that became a forget deleted nothing. A run of several rounds is left out: its reports are those
 * of the last one.
 */
export function checkPerformed(reports: Run["reports"], events: readonly RunEvent[], runs: RunHistory): void {
  const begun = events.filter((event) => event.kind === "apply-started");
  if (begun.length !== 1) return;
  const { runId } = begun[0]!;
  const called = new Set(
    [...runs.intents.values()].flatMap(({ action, urn, runId: by }) =>
      by === runId ? [`${action} ${urn}`] : [],
    ),
  );
  const isByAnother = (action: StepAction, { id, urn }: Step) =>
    reports.some(
      (other) =>
        other.step.id !== id &&
        other.step.urn === urn &&
        other.result !== "skipped" &&
        mayCall(other, action),
    );
  for (const { step, result, performed } of reports) {
    if (result !== "skipped" && performed === undefined) continue;
    if (performed !== undefined && !isWeaker(step, performed))
      throw new Error(`${step.id} was performed as ${performed}, which is not less than planned.`);
    for (const action of ["create", "update", "delete"] as const)
      if (action !== performed && called.has(`${action} ${step.urn}`) && !isByAnother(action, step))
        throw new Error(`${step.id} was ${performed ?? result}, and there was an intent to ${action}.`);
  }
}

/** A replacement that failed may have been an update by then. */
function mayCall({ step, result, performed }: Run["reports"][number], action: StepAction): boolean {
  if ((performed ?? changeOf(step)) === action) return true;
  return action === "update" && step.action === "create" && step.replacement && result !== "done";
}

function isWeaker({ action, replacement }: Step, performed: StepAction): boolean {
  if (performed === "update") return replacement && action === "create";
  return performed === "forget" && action === "delete";
}
