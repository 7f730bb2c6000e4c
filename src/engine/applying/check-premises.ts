import { DiagnosticError } from "../../model/index.js";
import { brokenPremises } from "../../plan/index.js";
import type { Asked } from "../facts/asked.js";
import type { WalkedResource } from "../planning/walked.js";
import { brokenPremise } from "./apply-problem.js";

/** Throws if inputs came out other than the plan said; a spelling that the type calls equivalent is the same. */
export function checkPremises({ registration, inputs, provider }: WalkedResource, asked: Asked): void {
  const broken = brokenPremises(
    inputs,
    asked.inputs,
    (field) =>
      provider?.provider.isEquivalent({
        type: registration.type,
        field,
        before: inputs,
        after: asked.inputs,
      }) ?? false,
  );
  if (broken.length > 0) throw new DiagnosticError(brokenPremise(registration, broken));
}
