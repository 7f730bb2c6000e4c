import type { Diagnostic, ResourceRow } from "../../model/index.js";
import { shellWord } from "../../std/shell-word.js";
import { engineProblem } from "../../engine/index.js";
import { problem } from "../diagnostics.js";

/** The text matches no resource that a provider manages. */
export function cannotBeReplaced(text: string): Diagnostic {
  return problem("engine/not-replaceable", {
    detail: `${JSON.stringify(text)} matches no resource with an object that can be replaced. Components, providers and resources that the stack only reads have none.`,
    hint: "Name a resource that a provider manages, or a component that contains one.",
  });
}

export function forgetsProtected({ urn, position }: ResourceRow): Diagnostic {
  return engineProblem("engine/protected", {
    detail:
      "The resource is protected. If it were removed from state, the next apply would create a second object.",
    hint: `If you want that, remove the protection first:\ncoco state unprotect ${shellWord(urn)}`,
    resource: urn,
    ...(position && { position }),
  });
}

export function forgetsNeeded({ urn, position }: ResourceRow, by: readonly string[]): Diagnostic {
  return engineProblem("engine/still-needed", {
    detail: `The resource cannot be removed from state because other resources depend on it: ${by.join(", ")}.`,
    hint: "Remove these resources too, or remove all dependents:\n--dependents",
    resource: urn,
    ...(position && { position }),
    related: by.map((resource) => ({ message: `${resource} depends on it`, resource })),
  });
}

export function hasOpenOperation(urn: string): Diagnostic {
  return engineProblem("engine/uncertain", {
    detail: "An operation on the resource was interrupted, and its outcome is not recorded yet.",
    hint: "Run `coco refresh` first to resolve the operation.",
    resource: urn,
  });
}
