import { runSteps } from "../../apply/index.js";
import type { Step, StepEnd } from "../../model/index.js";
import { RefreshedRows } from "../../plan/index.js";
import type { ApplyOptions } from "../facts/request.js";
import type { Applied, ApplyPorts } from "./apply-plan.js";
import { done } from "./steps/resource-steps.js";
import type { WorkedPlan, WalkedRefresh } from "../facts/worked-plan.js";

/** Records exactly what a refresh-only plan showed. Nothing is read again. */
export async function applyRefresh(
  { plan, state, madeAt }: WorkedPlan,
  refreshed: ReadonlyMap<string, WalkedRefresh>,
  { perform, emit, elapsed }: Pick<ApplyPorts, "perform" | "emit" | "elapsed">,
  options: ApplyOptions,
): Promise<Applied> {
  const rows = new RefreshedRows(state.byUrn.values(), (rid) => state.objectsOf(rid), madeAt);
  const reports = await runSteps(plan.steps, {
    parallel: options.parallel ?? 16,
    continueOnError: options.continueOnError ?? false,
    signal: AbortSignal.any([options.signal, options.leave].filter((signal) => signal !== undefined)),
    perform: async (step: Step): Promise<StepEnd> => {
      const { id, urn, action } = step;
      const begun = elapsed();
      emit({ kind: "step-started", urn, action, step: id });
      await perform.journal.append(rows.record(refreshed.get(id)!));
      const timed = { ...done, durationMs: elapsed() - begun };
      emit({ kind: "step-finished", urn, action, step: id, ...timed });
      return timed;
    },
    onStop: (running) => emit({ kind: "cancelling", waitingFor: running.map(({ urn }) => urn) }),
  });
  return { reports, outputs: undefined, diagnostics: plan.held, unplanned: [] };
}
