import type { Diagnostic, Plan, ResourceRow } from "../model/index.js";
import { counted } from "../std/counted.js";
import { problem } from "./diagnostics.js";

/** The stack is not where it was when the plan was made. */
export function moved(plannedAt: number, now: number): Diagnostic {
  return problem("engine/plan-outdated", {
    detail: `The plan was made at change ${plannedAt} of the stack, which is at change ${now} now. Nothing was called.`,
    hint: "Plan again, and look at the new plan.",
  });
}

/** After what was cut off has been settled, more would have to be done than was shown. */
export function notShown(steps: readonly string[]): Diagnostic {
  return problem("engine/plan-outdated", {
    detail: `Operations of an earlier run have been settled, and now more is to be done than the plan showed: ${steps.join(", ")}. Nothing else was called.`,
    hint: "Plan again, and look at the new plan.",
  });
}

/** Resources could not be planned. `outcome` says what follows; `command` applies the rest. */
export function partlyPlanned(failed: Plan["changes"], outcome: string, command: string): Diagnostic {
  const listed = failed.slice(0, mostListed).map(({ urn }) => `    ${urn}`);
  const more = failed.length > mostListed ? [`    and ${failed.length - mostListed} more`] : [];
  return problem("engine/partly-planned", {
    detail: [
      `${counted(failed.length, "resource")} could not be planned. ${outcome}`,
      ...listed,
      ...more,
    ].join("\n"),
    hint: `Fix the causes that the plan names, and plan again. To apply the rest as it is shown:\n    coco ${command}`,
  });
}

const mostListed = 10;

export function notSavable(): Diagnostic {
  return problem("engine/plan-not-savable", {
    detail: "The plan was made with `savable: false`, so what providers answered was not kept.",
    hint: "Leave `savable` out where a plan is to be saved.",
  });
}

export function leftUnplanned(): Diagnostic {
  return problem("engine/left-unplanned", {
    detail:
      "The run was told to leave while it looked at what there is. Nothing further was begun. What it had found out about operations of earlier runs is recorded.",
    hint: "Run again.",
  });
}

/** Nothing, or more than one thing, of this name waits for a decision. */
export function notOneOpen(asked: string, open: readonly ResourceRow[]): Diagnostic {
  return problem("engine/nothing-to-recover", {
    detail:
      open.length === 0
        ? "No operation was cut off; nothing waits for a decision."
        : `${JSON.stringify(asked)} is not exactly one of these: ${open.map(({ urn }) => urn).join(", ")}.`,
    hint: "Name the resource by its URN, as the plan shows it.",
  });
}
