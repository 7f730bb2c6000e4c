import type { Diagnostic } from "../../../model/index.js";
import { nearestName } from "../../../std/index.js";
import { programPath, type Block, type ConfigurationFault } from "../../../terraform/schema/index.js";
import type { PlanFault } from "../../../terraform/change/index.js";
import type { ProviderCall, Rejected } from "../../contract/index.js";
import { problem } from "../diagnostics.js";
import type { ProviderDiagnostic } from "../protocol/index.js";
import { hidden, type ProviderSession } from "./session.js";

/** A provider as messages name it. Secrets are masked in its texts. */
type Speaker = Pick<ProviderSession, "title" | "process">;

/** Where a problem is: the resource, and the schema that its paths refer to. */
export interface Place {
  readonly call: Pick<ProviderCall, "urn" | "report">;
  readonly block?: Block | undefined;
}

export function rejected(...diagnostics: readonly Diagnostic[]): Rejected {
  return { kind: "rejected", diagnostics };
}

/** Returns the errors that a provider reported, and reports its warnings as messages of the resource. */
export function errorsOf(
  session: Speaker,
  found: readonly ProviderDiagnostic[],
  place: Place,
): readonly Diagnostic[] {
  for (const { severity, summary, detail } of found)
    if (severity === "warning")
      place.call.report({ level: "warn", text: hidden(session, sentences(summary, detail)) });
  return found
    .filter(({ severity }) => severity === "error")
    .map(({ summary, detail, path }) =>
      problem("provider/terraform-refused", {
        detail: `${session.title} reported: ${hidden(session, sentences(summary, detail))}`,
        ...aboutPlace(place, path === undefined || path.length === 0 ? undefined : path),
      }),
    );
}

/** Returns the diagnostics for inputs that do not fit the schema. */
export function inputProblems(
  type: string,
  faults: readonly ConfigurationFault[],
  { call }: Place,
): readonly Diagnostic[] {
  return faults.map(({ path, text, hint }) =>
    problem("provider/terraform-input", {
      detail: `${type}: ${text}`,
      ...(path !== "" && { path }),
      ...(hint !== undefined && { hint }),
      ...(call.urn !== undefined && { resource: call.urn }),
    }),
  );
}

/** Returns the diagnostic for a plan or a result that breaks the rules of the protocol. */
export function faultProblems(
  code:
    | "provider/terraform-invalid-plan"
    | "provider/terraform-inconsistent"
    | "provider/terraform-unknown-result",
  session: Speaker,
  faults: readonly PlanFault[],
  place: Place,
): readonly Diagnostic[] {
  return faults.map(({ path, text }) =>
    problem(code, {
      detail: `${session.title}: ${hidden(session, text)}`,
      hint: "This is a bug in the provider. Report it to its authors, with the inputs of the resource.",
      ...aboutPlace(place, path),
    }),
  );
}

/** Returns the diagnostic for an answer that cannot be decoded. */
export function answerProblem(session: Speaker, what: string, fault: Error, { call }: Place): Diagnostic {
  return problem("provider/terraform-answer", {
    detail: `${session.title} answered ${what} with a value that does not fit its schema: ${hidden(session, fault.message)}`,
    hint: "This is a bug in the provider. Report it to its authors.",
    ...(call.urn !== undefined && { resource: call.urn }),
  });
}

function aboutPlace({ call, block }: Place, path: PlanFault["path"] | undefined) {
  return {
    ...(path !== undefined && block !== undefined && { path: programPath(block, path) }),
    ...(call.urn !== undefined && { resource: call.urn }),
  };
}

function sentences(summary: string, detail: string): string {
  const first = summary.trim();
  const second = detail.trim();
  if (second === "" || second === first) return first;
  return `${first}${/[.:!?]$/.test(first) ? "" : "."}\n${second}`;
}

/** The rejection of a type that the provider does not have. */
export function noType(
  { title, name, schema }: Pick<ProviderSession, "title" | "name" | "schema">,
  token: string,
  { urn }: Pick<ProviderCall, "urn">,
): Rejected {
  const known = schema.resourceTypes();
  const nearest = nearestName(token.slice(name.length + 1), known);
  return rejected(
    problem("provider/terraform-input", {
      detail: `${title} has no resource type ${token}.`,
      hint:
        nearest === undefined ? `It has ${known.length} resource types.` : `Did you mean ${name}:${nearest}?`,
      ...(urn !== undefined && { resource: urn }),
    }),
  );
}
