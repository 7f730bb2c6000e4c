import type { Diagnostic, ObjectRow, Registration, StepAction } from "../../model/index.js";
import type { BrokenPremise, StepStop } from "../../plan/index.js";
import { problem } from "../diagnostics.js";
import type { MissedPrediction } from "./predictions.js";
import { differenceLine, type NamedPlace } from "../facts/resource-problem.js";

/** Why nothing was called for a step. */
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
      return otherAction(place, "that its object stays", "a replacement that deletes it first");
    case "leader-stays":
      return otherAction(place, `that it goes with ${stop.leader}, which stays`, "a delete");
  }
}

/** What a resource would need now because of a predicted output: the plan has not shown it. */
function predictionDiffers(
  { urn, position }: NamedPlace,
  { planned, now, missed: inputs }: Extract<StepStop, { readonly because: "prediction" }>,
  missed: readonly MissedPrediction[],
): Diagnostic {
  const sources = [...new Set(missed.map((each) => each.urn))];
  return problem("engine/prediction-differs", {
    detail: [
      `${sources.length === 0 ? "A predicted output" : sources.join(", ")} returned another value than its provider had predicted.`,
      ...missed.map(premiseLine),
      `With the returned value, ${urn} ${wouldBe[now]}; the plan shows ${planShows[planned]}. Nothing was called for it.`,
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
  same: "would stay as it is",
  record: "would only be recorded",
  update: "has to be updated",
  replace: "has to be replaced",
  unmade: "is not made by its callback",
  configure: "would configure its provider differently",
} as const;

const planShows: { readonly [Action in StepAction | "replace"]: string } = {
  confirm: "no change",
  record: "no change of the object",
  read: "that it is read",
  refresh: "that it is read",
  create: "that it is created",
  update: "an update",
  import: "an import",
  replace: "a replacement that creates the new object first",
  delete: "a delete",
  forget: "that it is removed from state",
};

/** Inputs came out other than the plan said: one line for each, secrets masked. */
function brokenPremise({ urn, position }: NamedPlace, broken: readonly BrokenPremise[]): Diagnostic {
  return problem("engine/premise", {
    detail: [
      "Its inputs came out other than planned; nothing was called for it.",
      ...broken.map(premiseLine),
    ].join("\n"),
    hint: "Plan again: the new plan starts from what is there now.",
    resource: urn,
    ...(position && { position }),
  });
}

/** Outputs of the stack came out other than the plan said: one line for each, secrets masked. */
export function brokenOutputs(broken: readonly BrokenPremise[]): Diagnostic {
  return problem("engine/premise", {
    detail: [
      "Outputs of the stack came out other than planned. All steps are done; every output keeps its last value.",
      ...broken.map(premiseLine),
    ].join("\n"),
    hint: "Plan again: the new plan shows these outputs as they are now.",
  });
}

/** A provider did something else than it had planned. What it did is recorded; what comes behind it waits. */
export function brokenPromise(
  { urn, type, position }: Registration,
  broken: readonly BrokenPremise[],
  behind: readonly string[],
): Diagnostic {
  const fields = broken.map(({ path }) => path).join(", ");
  return problem("engine/broken-promise", {
    detail: [
      `The plan showed values that the provider of ${type} then did not return.`,
      ...broken.map(premiseLine),
    ].join("\n"),
    hint: `This is a mistake of the provider: ${fields} should be marked as unknown in modifyPlan. What depends on it was not started.`,
    resource: urn,
    ...(position && { position }),
    ...(behind.length > 0 && {
      related: behind.map((resource) => ({ message: `${resource} needs another plan`, resource })),
    }),
  });
}

/** The provider would now do something that the plan did not show. */
function otherAction({ urn, position }: NamedPlace, planned: string, now: string): Diagnostic {
  return problem("engine/premise", {
    detail: `The plan shows ${planned}; with the values that came out it would be ${now}. Nothing was called for it.`,
    hint: "Plan again: the new plan shows it.",
    resource: urn,
    ...(position && { position }),
  });
}

/** The service answered a create with an object that a delete of the same run was about to remove. */
export function objectLost({ urn, position }: NamedPlace, { stored: { id } }: ObjectRow): Diagnostic {
  return problem("engine/object-lost", {
    detail: `Its create returned ${JSON.stringify(id)}, an object that this run was deleting at the same time. The object does not exist any more.`,
    hint: "Apply again: the next run creates it.",
    resource: urn,
    ...(position && { position }),
  });
}

/** A create without an answer may have returned the object that was to be deleted. */
export function objectMaybeInUse(
  { urn, position }: NamedPlace,
  { stored: { id } }: ObjectRow,
  by: string,
): Diagnostic {
  return problem("engine/uncertain", {
    detail: `Its old object ${JSON.stringify(id)} was not deleted: the create of ${by} had no answer, and may have overwritten that object.`,
    hint: "Apply again: the next run finds out what the create did, and deletes the object unless a resource has it.",
    resource: urn,
    related: [{ message: `${by} may have the object`, resource: by }],
    ...(position && { position }),
  });
}

/** A function of the program that stands around a step failed; without a text if that may hold a secret. */
export function hookFailed(
  { urn, type, position }: Registration,
  hook: string,
  { text, ...thrown }: Pick<Diagnostic, "position" | "callers" | "related"> & { readonly text?: string },
): Diagnostic {
  const isBefore = hook.startsWith("before");
  return problem("engine/hook-failed", {
    detail:
      text === undefined
        ? `The hook ${hook} of ${type} threw. It was given a secret, so the text of the error is not shown.`
        : `The hook ${hook} of ${type} threw: ${text}`,
    hint: isBefore
      ? "Nothing was called for the resource. Correct the hook, or take it away, and run again."
      : "What the step did is recorded. Correct the hook, or take it away, and run again.",
    resource: urn,
    ...(position && { position }),
    ...thrown,
  });
}

function premiseLine({ path, planned, applied }: BrokenPremise): string {
  return `  ${differenceLine({ path, before: planned, after: applied })}`;
}
