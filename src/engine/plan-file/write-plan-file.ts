import { DiagnosticError } from "../../model/index.js";
import type { PlanOptions } from "../facts/request.js";
import { digestsOf } from "./canonical-text.js";
import { encodeDocument } from "./plan-document.js";
import { joinEnvelope, planFormat, type PlanHeader } from "./plan-envelope.js";
import type { WorkedPlan } from "../facts/worked-plan.js";
import { premiseDigest, type PlanFilePorts } from "./plan-file-ports.js";
import { unsettled } from "./plan-file-problem.js";
import { planTraits, type Plannable } from "./plan-traits.js";
import type { ProviderCode } from "./provider-code.js";
import type { Recording } from "./recording.js";
import { JSON } from "../../std/plain-json.js";

export interface SavedPlan {
  readonly worked: Plannable & Pick<WorkedPlan, "resources">;
  readonly options: PlanOptions;
  readonly recording: Recording;
  /** The URNs of interrupted operations of earlier runs that are not resolved in the store yet. */
  readonly open: readonly string[];
  /** Reads the code that the providers load; absent if it is not known. */
  readonly code?: (() => ProviderCode) | undefined;
}

/** Returns a plan as the bytes of a file that another process can apply. All values in it are encrypted. */
export function writePlanFile(
  { worked, options, recording, open, code }: SavedPlan,
  { store, settings, programDigest }: PlanFilePorts,
): Uint8Array {
  if (open.length > 0) throw new DiagnosticError(unsettled(open));
  const plannedOf = (urn: string) => worked.resources.get(urn)?.planned;
  const registrations = recording.registrations(plannedOf, premiseDigest(store));
  const content = encodeDocument({
    program: programDigest ?? null,
    config: digestsOf(settings.config),
    packages: recording.packages,
    ...(code && { code: code() }),
    options,
    plan: planTraits(worked, registrations),
    answers: recording.answers,
  });
  const { project, stack, namespace } = settings;
  const header = (bytes: number): string =>
    JSON.stringify({
      format: planFormat,
      project,
      stack: namespace === undefined ? stack : `${stack}:${namespace}`,
      lineage: store.lineage,
      base: worked.plan.base,
      bytes,
    } satisfies PlanHeader);
  // Encryption adds the same number of bytes to any content.
  const overhead = store.sealDocument(new Uint8Array(), "").length;
  const headerText = header(content.length + overhead);
  return joinEnvelope(headerText, store.sealDocument(content, headerText));
}
