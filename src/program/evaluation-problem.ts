import {
  isDiagnosticError,
  printPosition,
  type ApplyExpression,
  type Diagnostic,
  type Expression,
  type PropertyExpression,
  type Secrecy,
} from "../model/index.js";
import { asCalledOutput } from "../sdk/internal.js";
import { errorText, readThrown } from "../std/error-text.js";
import { aboutThrown } from "./about-thrown.js";
import { problem } from "./diagnostics.js";
import type { EvaluationFailure } from "./evaluated.js";

/** The diagnostics for what a callback threw. Over a secret, nothing of the error's text is kept. */
export function callbackProblems(
  node: ApplyExpression,
  error: unknown,
  secret: boolean,
): readonly Diagnostic[] {
  const place = node.position && { position: node.position };
  if (isDiagnosticError(error)) {
    const located = error.diagnostics.map((diagnostic) => ({ ...place, ...diagnostic }));
    return secret ? located.map(masked) : located;
  }
  const { related: causes = [], ...thrown } = aboutThrown(error);
  const given = thrown.position && node.position;
  const related = [
    ...(secret ? [] : causes),
    ...(given === undefined ? [] : [{ message: "The callback was given to apply() here:", position: given }]),
  ];
  const failed = problem("program/callback-failed", {
    detail: secret ? maskedText : `The callback threw: ${errorText(error)}`,
    hint: "The callback given to apply() must return a value for every value that it can be given.",
  });
  const called = secret ? undefined : asCalledOutput(readThrown(error, "message"));
  return [{ ...(called ?? failed), ...place, ...thrown, ...(related.length > 0 && { related }) }];
}

/** For a callback that is still waiting when no timer, connection or other work is left in the process. */
export function callbackNeverSettles(): Diagnostic {
  return problem("program/callback-never-settles", {
    detail:
      "The promise that the callback returned cannot be settled by anything any more: no timer, connection or other work is left.",
    hint: "Look for a promise whose resolve is never called; to return nothing, return undefined.",
  });
}

/** Keys become names of resources, and names are shown. */
export function secretMembers({ position }: ApplyExpression, secrecy: Secrecy): Diagnostic {
  if (secrecy === "ephemeral") return ephemeralMembers(position);
  return problem("program/secret-members", {
    detail:
      "Which members there are is secret here, and members give resources their names, which are shown.",
    hint: "If the keys may be known, take their mark away where they are used:\n    coconut.forEach(coconut.unsecret(list), …)",
    ...(position && { position }),
  });
}

function ephemeralMembers(position: ApplyExpression["position"]): Diagnostic {
  return problem("program/secret-members", {
    detail:
      "Which members there are comes from an ephemeral value, and members give resources their names, which state records.",
    hint: "Make the list from values that may be recorded.",
    ...(position && { position }),
  });
}

export function promiseProblems(error: unknown): readonly Diagnostic[] {
  if (isDiagnosticError(error)) return error.diagnostics;
  return [
    problem("program/promise-rejected", {
      detail: `The promise was rejected: ${errorText(error)}`,
      hint: "Handle the rejection where the promise is made, or give a value to use instead.",
      ...aboutThrown(error),
    }),
  ];
}

export function outputNotReturned(expression: PropertyExpression): Diagnostic {
  const { resource, name } = expression;
  return problem("program/no-such-output", {
    detail: `The program reads ${JSON.stringify(name)} of ${resource.type} ${JSON.stringify(resource.name)}, and the provider returned no such output.`,
    hint: "Check the spelling of the field, or declare it in the class if it may be absent.",
    resource: resource.urn,
    path: name,
  });
}

export function outputCycle(cycle: readonly Expression[]): Diagnostic {
  const parts = cycle.flatMap((expression) =>
    expression.kind === "apply" && expression.position !== undefined
      ? [{ position: expression.position, what: expression.isOwn ? "the Output made at" : "callback" }]
      : [],
  );
  const position = parts[0]?.position;
  return problem("program/output-cycle", {
    detail: "The value of an Output would be made from itself, through what its callback returns.",
    hint: "Return a value from one of these callbacks that does not depend on the other.",
    ...(position && { position }),
    related: parts.map(({ position: place, what }) => ({
      message: `${what} ${printPosition(place)} is part of the circle`,
      position: place,
    })),
  });
}

const maskedText = "A secret took part in this, so the text of the error is not shown.";

/** A failure over a secret: what kind of problems, and where, without any text that could hold the secret. */
export function maskedFailure(failure: EvaluationFailure): EvaluationFailure {
  return { ...failure, diagnostics: failure.diagnostics.map(masked) };
}

function masked({ code, severity, summary, position, resource }: Diagnostic): Diagnostic {
  return {
    code,
    severity,
    summary,
    detail: maskedText,
    ...(position && { position }),
    ...(resource !== undefined && { resource }),
  };
}
