import { isHydrated, type Diagnostic, type ResourceHandle, type SourcePosition } from "../../model/index.js";
import type { ResourceAnswer } from "../../program/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { problem } from "../diagnostics.js";
import type { WalkedResource } from "./walked.js";

/** Returns the recorded properties of a resource that the program refers to but does not declare. */
export function recordedAnswer(resource: ResourceHandle, state: SnapshotIndex): ResourceAnswer {
  const { urn } = resource;
  const row = state.byUrn.get(urn);
  const object = row && state.currentOf(row.rid);
  if (object === undefined) {
    const position = isHydrated(resource) ? resource.position : undefined;
    return { ok: false, diagnostics: [notRecorded(urn, position)] };
  }
  const { id, inputs, outputs } = object.stored;
  return {
    ok: true,
    properties: [id === undefined ? { urn } : { urn, id }, outputs, inputs],
    others: "absent",
    ...(object.package && { packageVersion: object.package.version }),
  };
}

/** Returns an answer with the version of the package that manages the resource. References include it. */
export function withVersion(
  answer: ResourceAnswer,
  { provider, prior }: Pick<WalkedResource, "provider" | "prior">,
): ResourceAnswer {
  const record = provider?.loaded.record ?? prior?.object.package;
  if (!answer.ok || record === undefined) return answer;
  const { ok, properties, others } = answer;
  return { ok, properties, others, packageVersion: record.version };
}

function notRecorded(urn: string, position: SourcePosition | undefined): Diagnostic {
  return problem("engine/no-such-resource", {
    detail: `The program refers to ${urn}, but neither the program nor the state of this stack has such a resource.`,
    hint: "Check the URN. To use a resource of another stack, read that stack's outputs.",
    ...(position && { position }),
  });
}
