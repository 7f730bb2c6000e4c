import type { Diagnostic, Json, RunEvent } from "../../model/index.js";
import type { Run, StackPlan } from "../../engine/index.js";
import type { StateLocation } from "../../operations/stack/index.js";
import { maskedJson } from "../../render/index.js";

/** Version of the JSON formats below. Increased when the meaning of a field changes. */
export const version = 1;

/** Returns a plan as JSON, with resolved interrupted operations and a concurrent run. */
export function planData(made: StackPlan): Json {
  const { settled, beside, isEmpty } = made;
  return {
    ...(made.toJSON() as { readonly [field: string]: Json }),
    isEmpty,
    settled: settled.map(({ urn, what, waitsMs }) => ({
      urn,
      what,
      ...(waitsMs !== undefined && { waitsMs }),
    })),
    ...(beside !== undefined && { beside: besideData(beside) }),
  };
}

function besideData({ runId, user, host, pid, command, since }: NonNullable<StackPlan["beside"]>): Json {
  return { runId, user, host, pid, command, since };
}

export function runData(run: Run, where: StateLocation): Json {
  const { ok, runId, summary, outputs, reports, unplanned } = run;
  return {
    ok,
    runId,
    state: where.text,
    summary: { ...summary } as Json,
    steps: reports.map(({ step, result, performed }) => ({
      id: step.id,
      action: step.action,
      urn: step.urn,
      result,
      ...(performed !== undefined && { performed }),
    })),
    outputs: maskedJson(outputs),
    unplanned: [...unplanned],
  };
}

/** Returns a diagnostic as JSON. It only has text, numbers and lists. */
export function diagnosticData(diagnostic: Diagnostic): Json {
  return { ...diagnostic } as unknown as Json;
}

export function eventData({ kind, ...rest }: RunEvent): { readonly event: string } & object {
  return { event: kind, ...rest };
}
