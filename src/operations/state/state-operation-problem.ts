import type { Diagnostic, ResourceRow } from "../../model/index.js";
import { shellWord } from "../../std/shell-word.js";
import { engineProblem } from "../../engine/index.js";
import { problem } from "../diagnostics.js";

/** Nothing that a text calls is managed by a provider. */
export function cannotBeReplaced(text: string): Diagnostic {
  return problem("engine/not-replaceable", {
    detail: `Nothing that ${JSON.stringify(text)} stands for has an object that could be replaced. Components, providers and what the stack only reads have none.`,
    hint: "Name a resource that a provider manages, or a component that holds some.",
  });
}

export function forgetsProtected({ urn, position }: ResourceRow): Diagnostic {
  return engineProblem("engine/protected", {
    detail: "It is protected, and would leave state. The next apply would make a second one.",
    hint: `If that is meant, take its protection away first:\ncoco state unprotect ${shellWord(urn)}`,
    resource: urn,
    ...(position && { position }),
  });
}

export function forgetsNeeded({ urn, position }: ResourceRow, by: readonly string[]): Diagnostic {
  return engineProblem("engine/still-needed", {
    detail: `It would leave state, and others in state need it: ${by.join(", ")}.`,
    hint: "Forget these too, or all that depends on it:\n--dependents",
    resource: urn,
    ...(position && { position }),
    related: by.map((resource) => ({ message: `${resource} needs it`, resource })),
  });
}

export function hasOpenOperation(urn: string): Diagnostic {
  return engineProblem("engine/uncertain", {
    detail: "An operation on it was cut off, and what became of it is not recorded yet.",
    hint: "Run `coco refresh` first: it finds that out.",
    resource: urn,
  });
}
