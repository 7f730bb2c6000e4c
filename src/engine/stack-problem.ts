import type { Diagnostic, Plan, ResourceRow } from "../model/index.js";
import { counted } from "../std/counted.js";
import { problem } from "./diagnostics.js";

/** The stack has changed since the plan was made. */
export function moved(plannedAt: number, now: number): Diagnostic {
  return problem("engine/plan-outdated", {
    detail: `The plan was made at revision ${plannedAt} of the stack. The stack is now at revision ${now}, because another run changed it. No provider was called.`,
    hint: "Plan again and review the new plan.",
  });
}

/** After interrupted operations were resolved, the stack needs changes that were not shown. */
export function notShown(steps: readonly string[]): Diagnostic {
  return problem("engine/plan-outdated", {
    detail: `Interrupted operations of an earlier run were resolved, and the stack now needs changes that the plan did not show: ${steps.join(", ")}. Nothing else was started.`,
    hint: "Plan again and review the new plan.",
  });
}

/** Resources could not be planned. `outcome` states the consequence; `command` applies the rest. */
export function partlyPlanned(failed: Plan["changes"], outcome: string, command: string): Diagnostic {
  const listed = failed.slice(0, mostListed).map(({ urn }) => `    ${urn}`);
  const more = failed.length > mostListed ? [`    and ${failed.length - mostListed} more`] : [];
  return problem("engine/partly-planned", {
    detail: [
      `${counted(failed.length, "resource")} could not be planned. ${outcome}`,
      ...listed,
      ...more,
    ].join("\n"),
    hint: `Fix the causes that the plan lists, then plan again. To apply the rest as shown:\n    coco ${command}`,
  });
}

const mostListed = 10;

export function notSavable(): Diagnostic {
  return problem("engine/plan-not-savable", {
    detail:
      "The plan was made with `savable: false`, so the provider answers that a plan file needs were not kept.",
    hint: "Remove the option `savable: false` to save the plan.",
  });
}

export function leftUnplanned(): Diagnostic {
  return problem("engine/interrupted-before-plan", {
    detail:
      "The run was interrupted while it read the current objects. It started no further operations. The outcomes of earlier interrupted operations that it had determined are recorded.",
    hint: "Run again.",
  });
}

/** No interrupted operation, or more than one, matches the name. */
export function notOneOpen(asked: string, open: readonly ResourceRow[]): Diagnostic {
  return problem("engine/nothing-to-recover", {
    detail:
      open.length === 0
        ? "No operation was interrupted, so there is nothing to resolve."
        : `${JSON.stringify(asked)} does not match exactly one of the interrupted operations: ${open.map(({ urn }) => urn).join(", ")}.`,
    hint:
      open.length === 0 ? "Show the changes that apply would make:\n    coco plan" : "Use one of these URNs.",
  });
}
