import type { Diagnostic, ObjectRow, Registration, StepAction } from "../../model/index.js";
import type { BrokenPremise, StepStop } from "../../plan/index.js";
import { problem } from "../diagnostics.js";
import type { MissedPrediction } from "./predictions.js";
import { differenceLine, type NamedPlace } from "../facts/resource-problem.js";

/** Returns the diagnostic for a step that was stopped before its provider was called. */
export function stepStopped(
  place: NamedPlace,
  stop: StepStop,
  missed: readonly MissedPrediction[] = [],
): Diagnostic {
  switch (stop.because) {
    case "premises":
      return brokenPremise(place, stop.broken);
    case "exceeds":
      return otherAction(place, stop.planned === "import" ? "an adoption" : "an update", "a replacement");
    case "prediction":
      return predictionDiffers(place, stop, missed);
    case "put-off":
      return otherAction(place, "no deletion of the current object", "a replacement that deletes it first");
    case "leader-stays":
      return otherAction(place, `a removal together with ${stop.leader}, which is kept`, "a separate delete");
  }
}

/** A missed prediction requires a change that the plan did not show. */
function predictionDiffers(
  { urn, position }: NamedPlace,
  { planned, now, missed: inputs }: Extract<StepStop, { readonly because: "prediction" }>,
  missed: readonly MissedPrediction[],
): Diagnostic {
  const sources = [...new Set(missed.map((each) => each.urn))];
  return problem("engine/prediction-differs", {
    detail: [
      `${sources.length === 0 ? "An output" : `An output of ${sources.join(", ")}`} differs from the value that the provider predicted.`,
      ...missed.map(premiseLine),
      `With the returned value, ${urn} ${wouldBe[now]}; the plan shows ${planShows[planned]}. No provider was called for it.`,
      ...inputs.map(premiseLine),
    ].join("\n"),
    hint: "Completed steps are recorded. Run `coco plan` to see the change, then `coco apply` again.",
    resource: urn,
    ...(position && { position }),
    ...(sources.length > 0 && {
      related: sources.map((resource) => ({ message: `${resource} has the predicted output`, resource })),
    }),
  });
}

const wouldBe = {
  same: "would be unchanged",
  record: "would only change in state",
  update: "needs an update",
  replace: "needs a replacement",
  unmade: "is not created by its callback",
  configure: "would configure its provider differently",
} as const;

const planShows: { readonly [Action in StepAction | "replace"]: string } = {
  confirm: "no change",
  record: "no change to the object",
  read: "a read",
  refresh: "a read",
  create: "a create",
  update: "an update",
  import: "an import",
  replace: "a replacement that creates the new object first",
  delete: "a delete",
  forget: "a removal from state",
};

/** Inputs differ from the plan: one line for each, secrets masked. */
function brokenPremise({ urn, position }: NamedPlace, broken: readonly BrokenPremise[]): Diagnostic {
  return problem("engine/premise", {
    detail: [
      "The inputs of the resource differ from the plan. No provider was called for it.",
      ...broken.map(premiseLine),
    ].join("\n"),
    hint: "Plan again. The new plan starts from the current state.",
    resource: urn,
    ...(position && { position }),
  });
}

/** Outputs of the stack differ from the plan: one line for each, secrets masked. */
export function brokenOutputs(broken: readonly BrokenPremise[]): Diagnostic {
  return problem("engine/premise", {
    detail: [
      "Outputs of the stack differ from the plan. All steps are done, and every output keeps its previous value.",
      ...broken.map(premiseLine),
    ].join("\n"),
    hint: "Plan again to see the current outputs.",
  });
}

/**
 * A provider returned different values than it planned. The result is recorded; the dependents in `behind` are not
 * started.
 */
export function brokenPromise(
  { urn, type, position }: Registration,
  broken: readonly BrokenPremise[],
  behind: readonly string[],
): Diagnostic {
  const fields = broken.map(({ path }) => path).join(", ");
  return problem("engine/broken-promise", {
    detail: [
      `The provider of ${type} returned different values than the plan showed.`,
      ...broken.map(premiseLine),
    ].join("\n"),
    hint: `The provider has a bug: it should mark ${fields} as unknown in modifyPlan. Steps that depend on it were not started. To continue, plan and apply again.`,
    resource: urn,
    ...(position && { position }),
    ...(behind.length > 0 && {
      related: behind.map((resource) => ({ message: `${resource} needs a new plan`, resource })),
    }),
  });
}

/** The provider would now do something that the plan did not show. */
function otherAction({ urn, position }: NamedPlace, planned: string, now: string): Diagnostic {
  return problem("engine/premise", {
    detail: `The plan shows ${planned}, but the actual values require ${now}. No provider was called for the resource.`,
    hint: "Plan again and review the new plan.",
    resource: urn,
    ...(position && { position }),
  });
}

/** For a create, the service returned the object that a delete of the same run was about to remove. */
export function objectLost({ urn, position }: NamedPlace, { stored: { id } }: ObjectRow): Diagnostic {
  return problem("engine/object-lost", {
    detail: `The create returned ${JSON.stringify(id)}, an object that this run was deleting concurrently. The object no longer exists.`,
    hint: "Apply again to create it.",
    resource: urn,
    ...(position && { position }),
  });
}

/** A create that did not answer may have returned the object to delete. */
export function objectMaybeInUse(
  { urn, position }: NamedPlace,
  { stored: { id } }: ObjectRow,
  by: string,
): Diagnostic {
  return problem("engine/uncertain", {
    detail: `The old object ${JSON.stringify(id)} was not deleted: the create of ${by} did not answer and may have overwritten that object.`,
    hint: "Apply again. The next run finds out what the create did and deletes the object unless a resource uses it.",
    resource: urn,
    related: [{ message: `${by} may use the object`, resource: by }],
    ...(position && { position }),
  });
}

/** A hook of the program failed. `text` is absent if it may contain a secret. */
export function hookFailed(
  { urn, type, position }: Registration,
  hook: string,
  { text, ...thrown }: Pick<Diagnostic, "position" | "callers" | "related"> & { readonly text?: string },
): Diagnostic {
  const isBefore = hook.startsWith("before");
  return problem("engine/hook-failed", {
    detail:
      text === undefined
        ? `The hook ${hook} of ${type} threw an error. It received a secret, so the error text is not shown.`
        : `The hook ${hook} of ${type} threw: ${text}`,
    hint: isBefore
      ? "No provider was called for the resource. Fix or remove the hook, then run again."
      : "The result of the step is recorded. Fix or remove the hook, then run again.",
    resource: urn,
    ...(position && { position }),
    ...thrown,
  });
}

function premiseLine({ path, planned, applied }: BrokenPremise): string {
  return `  ${differenceLine({ path, before: planned, after: applied })}`;
}
