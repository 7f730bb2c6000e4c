import type { Diagnostic } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import type { WalkedRemoval } from "./plan-removals.js";
import type { WalkedResource } from "./walked.js";

/** Everything protected that the plan would delete, all together. A replacement needs protect before and after. */
export function protectedChanges(
  resources: readonly WalkedResource[],
  removals: readonly WalkedRemoval[],
): readonly Diagnostic[] {
  const replaced = resources.flatMap(({ registration, decision, prior, options }) => {
    const isBlocked = decision.action === "replace" && prior?.row.options.protect && options.protect;
    return isBlocked ? [isProtected(registration.urn, "replaces", registration.position)] : [];
  });
  const removed = removals.flatMap(({ row, by, object }) =>
    by === "delete" && row.options.protect && object.status !== "doomed"
      ? [isProtected(row.urn, "deletes", row.position)]
      : [],
  );
  return [...replaced, ...removed];
}

function isProtected(urn: string, verb: string, position: Diagnostic["position"]): Diagnostic {
  return problem("engine/protected", {
    detail: `This plan ${verb} it, and it is protected. What it holds would be lost.`,
    hint: "If that is meant, take the option `protect` away and apply that first.",
    resource: urn,
    ...(position && { position }),
  });
}
