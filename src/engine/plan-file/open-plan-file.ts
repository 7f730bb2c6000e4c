import { createHash } from "node:crypto";
import { DiagnosticError, type Snapshot } from "../../model/index.js";
import { moved } from "../stack-problem.js";
import { differingKeys, digestsOf } from "./canonical-text.js";
import { decodeDocument, type PlanDocument } from "./plan-document.js";
import { altered, splitEnvelope } from "./plan-envelope.js";
import { codeDifferences } from "./provider-code.js";
import type { PlanFilePorts } from "./plan-file-ports.js";
import { otherCode, otherConfig, otherProgram, otherStack, used } from "./plan-file-problem.js";

/** A plan file that matches this stack. Its program and providers are not checked yet. */
export interface OpenedPlanFile {
  readonly document: PlanDocument;
  /** Identifies the file in the history of the stack. */
  readonly digest: string;
  readonly snapshot: Snapshot;
}

/** Decrypts a plan file, or throws the reason why it cannot be applied. Runs no program and calls no provider. */
export async function openPlanFile(
  bytes: Uint8Array,
  { store, settings, programDigest, findCode }: PlanFilePorts,
): Promise<OpenedPlanFile> {
  const { header, headerText, sealed } = splitEnvelope(bytes);
  if (header.lineage !== store.lineage) throw new DiagnosticError(otherStack(header, settings));
  const { snapshot } = await store.read();
  const content = store.openDocument(sealed, headerText);
  if (content === undefined) throw new DiagnosticError(altered());
  const digest = createHash("sha256").update(bytes).digest("hex");
  if (snapshot.head !== header.base) {
    const earlier = (await store.history()).find(({ planDigest }) => planDigest === digest);
    throw new DiagnosticError(earlier === undefined ? moved(header.base, snapshot.head) : used(earlier));
  }
  const document = decodeDocument(content);
  const code = await findCode?.(document.packages);
  const differences = code === undefined ? [] : codeDifferences(document.code ?? {}, code());
  if (differences.length > 0) throw new DiagnosticError(otherCode(differences));
  if (document.program !== (programDigest ?? null)) throw new DiagnosticError(otherProgram());
  const keys = differingKeys(document.config, digestsOf(settings.config));
  if (keys.length > 0) throw new DiagnosticError(otherConfig(keys));
  return { document, digest, snapshot };
}
