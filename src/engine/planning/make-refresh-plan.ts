import type { Plan } from "../../model/index.js";
import { indexSnapshot } from "../../state/index.js";
import { stateMonikers } from "../facts/named-resource.js";
import { AnswerMemory } from "../facts/answer-memory.js";
import type { PlanPorts, RefusedPlan } from "./make-plan.js";
import { manyGoneProblem } from "./plan-problem.js";
import { planRefresh } from "./plan-refresh.js";
import type { WorkedPlan } from "../facts/worked-plan.js";

/**
 * Makes a refresh-only plan, which changes no objects: state is updated to the objects found at planning time, and
 * missing objects are removed from it. Objects that could not be read are left alone, and the run that applies the plan
 * fails because of them.
 */
export async function makeRefreshPlan(ports: PlanPorts): Promise<WorkedPlan | RefusedPlan> {
  const { program, snapshot, pool, held } = ports;
  const state = indexSnapshot(snapshot);
  const { refreshed, changes, unread, sightings, read, problems } = await planRefresh({
    ...ports,
    state,
    settings: program.recorder.settings,
  });
  const diagnostics = [...problems, ...manyGoneProblem(sightings, ports.options)];
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const plan: Plan = {
    lineage: snapshot.lineage,
    base: snapshot.head,
    changes,
    monikers: () => stateMonikers(state),
    steps: refreshed.map(({ step }) => step),
    outputs: snapshot.outputs,
    outputChanges: [],
    held: [...new Set([...held.values()].flat()), ...unread],
    warnings: [...pool.warnings],
    suggestions: [],
  };
  return {
    ok: true,
    plan,
    refreshed: new Map(refreshed.map((each) => [each.step.id, each])),
    read,
    resources: new Map(),
    removals: [],
    state,
    pool,
    program,
    registrationOf: () => undefined,
    asked: new AnswerMemory(),
    isDestroy: false,
    predicted: new Map(),
  };
}
