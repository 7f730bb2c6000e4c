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

/**
 * Returns the diagnostics for an error that a callback threw. If a secret was involved, the error's text is dropped.
 */
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
    ...(given === undefined
      ? []
      : [{ message: "The callback was passed to apply() here:", position: given }]),
  ];
  const failed = problem("program/callback-failed", {
    detail: secret ? maskedText : `The callback threw: ${errorText(error)}`,
    hint: "Make the callback handle every value that it can be given, including undefined if the property is optional.",
  });
  const called = secret ? undefined : asCalledOutput(readThrown(error, "message"));
  return [{ ...(called ?? failed), ...place, ...thrown, ...(related.length > 0 && { related }) }];
}

/** The problem of a callback that still waits when no timer, connection or other work is left in the process. */
export function callbackNeverSettles(): Diagnostic {
  return problem("program/callback-never-settles", {
    detail:
      "The callback returned a promise that can never settle: no timer, connection or other work is left in the process.",
    hint: "Look for a promise whose resolve function is never called. To return nothing, return undefined.",
  });
}

/** The problem of secret keys. Keys become part of resource names, which are always shown. */
export function secretMembers({ position }: ApplyExpression, secrecy: Secrecy): Diagnostic {
  if (secrecy === "ephemeral") return ephemeralMembers(position);
  return problem("program/secret-members", {
    detail: "The keys are secret, but they become part of resource names, which Coconut shows in plain text.",
    hint: "If the keys are not confidential, remove the secret mark:\n    coconut.forEach(coconut.unsecret(list), …)",
    ...(position && { position }),
  });
}

function ephemeralMembers(position: ApplyExpression["position"]): Diagnostic {
  return problem("program/secret-members", {
    detail:
      "The keys come from an ephemeral value, but they become part of resource names, which state records.",
    hint: "Build the list or condition from values that are not ephemeral.",
    ...(position && { position }),
  });
}

export function promiseProblems(error: unknown): readonly Diagnostic[] {
  if (isDiagnosticError(error)) return error.diagnostics;
  return [
    problem("program/promise-rejected", {
      detail: `The promise was rejected: ${errorText(error)}`,
      hint: "Handle the rejection where the promise is created, or provide a fallback value.",
      ...aboutThrown(error),
    }),
  ];
}

export function outputNotReturned(expression: PropertyExpression): Diagnostic {
  const { resource, name } = expression;
  return problem("program/no-such-output", {
    detail: `The program reads ${JSON.stringify(name)} of ${resource.type} ${JSON.stringify(resource.name)}, but the provider returned no such output.`,
    hint: "Check the spelling of the field. If it may be absent, declare it as optional in the class.",
    resource: resource.urn,
    path: name,
  });
}

export function outputCycle(cycle: readonly Expression[]): Diagnostic {
  const parts = cycle.flatMap((expression) =>
    expression.kind === "apply" && expression.position !== undefined
      ? [
          {
            position: expression.position,
            what: expression.isOwn ? "the Output created at" : "the callback at",
          },
        ]
      : [],
  );
  const position = parts[0]?.position;
  return problem("program/output-cycle", {
    detail: "The value of an Output depends on itself, through the result of its callback.",
    hint: "Change one of these callbacks to return a value that does not depend on the others.",
    ...(position && { position }),
    related: parts.map(({ position: place, what }) => ({
      message: `${what} ${printPosition(place)} is part of the cycle`,
      position: place,
    })),
  });
}

const maskedText = "The error text is not shown because it may contain a secret.";

/** Masks a failure that involves a secret: keeps the kinds of problems and their positions, and drops all text. */
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
