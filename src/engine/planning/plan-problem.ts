import { shellWord } from "../../std/shell-word.js";
import type { Diagnostic, Registration } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { objectInUse } from "../facts/resource-problem.js";
import { hasDeleteHooks } from "../facts/recorded-options.js";
import type { BlockedReplacement } from "../targets/still-needed.js";
import type { Names } from "../facts/names.js";
import type { WalkedResource } from "../facts/walked.js";
import type { WalkedRemoval } from "../facts/worked-plan.js";
import { manyGone, type Sighting } from "../../plan/index.js";
import type { PlanOptions } from "../facts/request.js";

/**
 * Returns a problem for each protected resource that the plan would delete. For a replacement, `protect` must be set
 * before and after.
 */
export function protectedChanges(
  resources: readonly WalkedResource[],
  removals: readonly WalkedRemoval[],
  { recordedOf }: Pick<Names, "recordedOf">,
): readonly Diagnostic[] {
  const replaced: Diagnostic[] = [];
  for (const { registration, decision, prior, options } of resources) {
    if (decision.action !== "replace" || !prior?.row.options.protect || !options.protect) continue;
    const { urn, position } = registration;
    replaced.push(isProtected({ urn, position }, "replaces", recordedOf(prior.row.rid)));
  }
  // An object that is deleted together with another is lost too.
  const removed = removals.flatMap(({ row, by, object, goesWith }) =>
    (by === "delete" || goesWith !== undefined) && row.options.protect && object.status !== "doomed"
      ? [isProtected(row, "deletes", recordedOf(row.rid))]
      : [],
  );
  return [...replaced, ...removed];
}

/** `recorded`: the name of the resource for `coco state` commands, if it differs. */
function isProtected(
  { urn, position }: { readonly urn: string; readonly position?: Diagnostic["position"] },
  verb: string,
  recorded = urn,
): Diagnostic {
  return problem("engine/protected", {
    detail: `This plan ${verb} the resource, which is protected. Its data would be lost.`,
    hint: `To allow this, remove the option \`protect\` and apply that change first. If only state still protects the resource:\n    coco state unprotect ${shellWord(recorded)}`,
    resource: urn,
    ...(position && { position }),
  });
}

/** Returns a warning for each deletion whose hooks the program no longer defines. */
export function lostHooks(
  removals: readonly WalkedRemoval[],
  registrationOf: (urn: string) => Registration | undefined,
): readonly Diagnostic[] {
  return removals.flatMap(({ row, by }) => {
    const { urn, position, options } = row;
    const now = registrationOf(urn);
    const isLost = by === "delete" && options.hasDeleteHooks && (!now || !hasDeleteHooks(now.options));
    if (!isLost) return [];
    return [
      problem("engine/delete-hooks-missing", {
        severity: "warning",
        detail:
          "The resource has delete hooks, but the program no longer defines them, so they will not run.",
        hint: "To run them, restore the resource in the program, then delete it with:\n    coco destroy --target <resource>",
        resource: urn,
        ...(position && { position }),
      }),
    ];
  });
}

/**
 * Returns a warning for each record that is removed from state without deleting its object, because another resource
 * uses it.
 */
export function sharedObjects(
  resources: Iterable<WalkedResource>,
  removals: readonly WalkedRemoval[],
): readonly Diagnostic[] {
  const replaced: Diagnostic[] = [];
  for (const { registration, prior, formerInUse } of resources)
    if (formerInUse !== undefined)
      replaced.push(objectInUse(registration, prior!.object, formerInUse, "will"));
  const removed = removals.flatMap(({ row, object, reason }) =>
    reason.kind === "in-use" ? [objectInUse(row, object, reason.by, "will")] : [],
  );
  return [...replaced, ...removed];
}

/** Returns a warning for each replacement with dependents that a callback may still declare. */
export function replacedUnder(blocked: readonly BlockedReplacement[]): readonly Diagnostic[] {
  return blocked.map(({ row: { urn, position }, by }) =>
    problem("engine/replaced-while-in-use", {
      severity: "warning",
      detail: `This plan replaces the resource. Its dependents are created in a callback that cannot run before the replacement, so they stay unchanged until then: ${by.join(", ")}.`,
      hint: "If the provider does not allow that, create the dependents outside of the callback. The plan can then delete them first.",
      resource: urn,
      ...(position && { position }),
      related: by.map((resource) => ({ message: `${resource} depends on it`, resource })),
    }),
  );
}

/** Returns the problem that many resources are missing; none if `acceptGone` is set. */
export function manyGoneProblem(
  sightings: readonly Sighting[],
  { acceptGone }: PlanOptions,
): readonly Diagnostic[] {
  const found = acceptGone ? undefined : manyGone(sightings);
  if (found === undefined) return [];
  const { gone, of, by } = found;
  const first = gone.slice(0, 5).join("\n");
  const more = gone.length > 5 ? `\nand ${gone.length - 5} more` : "";
  return [
    problem("engine/many-missing", {
      detail: `${gone.length} of ${of} resources were not found with ${by ?? "the current credentials and configuration"}. A wrong account, region or folder can cause this. Nothing further was started.\n${first}${more}`,
      hint: "Check which credentials and configuration are in use. If these resources are really gone, run again with:\n    --accept-gone",
    }),
  ];
}
