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

/** Everything protected that the plan would delete, all together. A replacement needs protect before and after. */
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
  // What goes with another is as lost as what is deleted itself.
  const removed = removals.flatMap(({ row, by, object, goesWith }) =>
    (by === "delete" || goesWith !== undefined) && row.options.protect && object.status !== "doomed"
      ? [isProtected(row, "deletes", recordedOf(row.rid))]
      : [],
  );
  return [...replaced, ...removed];
}

/** `recorded`: what the commands on state know it as, where that is something else. */
function isProtected(
  { urn, position }: { readonly urn: string; readonly position?: Diagnostic["position"] },
  verb: string,
  recorded = urn,
): Diagnostic {
  return problem("engine/protected", {
    detail: `This plan ${verb} it, and it is protected. What it holds would be lost.`,
    hint: `If that is meant, take the option \`protect\` away and apply that first; or, for what state alone protects:\n    coco state unprotect ${shellWord(recorded)}`,
    resource: urn,
    ...(position && { position }),
  });
}

/** A warning for each deletion that functions stood around which the program does not have any more. */
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
      problem("engine/hooks-lost", {
        severity: "warning",
        detail:
          "It had hooks around its deletion. The program does not name them any more, so they do not run.",
        hint: "If they have to run, put the resource back, and take it away with a destroy of it alone:\n    coco destroy --target <resource>",
        resource: urn,
        ...(position && { position }),
      }),
    ];
  });
}

/** A warning for each record that leaves state while its object stays, because another resource has it too. */
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

/** A warning for each replacement that something which is undetermined would take part in, if it is still asked for. */
export function replacedUnder(blocked: readonly BlockedReplacement[]): readonly Diagnostic[] {
  return blocked.map(({ row: { urn, position }, by }) =>
    problem("engine/replaced-under", {
      severity: "warning",
      detail: `This plan replaces it. What uses it is made in a callback that cannot run before the replacement, and stays as it is until then: ${by.join(", ")}.`,
      hint: "If the provider does not allow that, make what uses it outside of the callback, so that the plan can delete it first.",
      resource: urn,
      ...(position && { position }),
      related: by.map((resource) => ({ message: `${resource} uses it`, resource })),
    }),
  );
}

/** Why nothing is planned where much seems to be gone; nothing if that is meant. */
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
    problem("engine/many-gone", {
      detail: `${gone.length} of ${of} resources are not visible with ${by ?? "the credentials and settings that are there"}. Another account, region or folder looks like that. Nothing further was begun.\n${first}${more}`,
      hint: "Check which credentials and settings are used here. If these resources are really gone, say so:\n    --accept-gone",
    }),
  ];
}
