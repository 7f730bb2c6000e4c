import type { Diagnostic, Json, RunEvent } from "../../model/index.js";
import type { Run, StackPlan } from "../../engine/index.js";
import type { StateLocation } from "../../operations/stack/index.js";
import { maskedJson } from "../../render/index.js";

/** The version of everything below; a field that changes its meaning makes the next. */
export const version = 1;

/** A plan, and what was found out when it was made. */
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

/** Diagnostics and events are made of text, numbers and lists alone. */
export function diagnosticData(diagnostic: Diagnostic): Json {
  return { ...diagnostic } as unknown as Json;
}

export function eventData({ kind, ...rest }: RunEvent): { readonly event: string } & object {
  return { event: kind, ...rest };
}
