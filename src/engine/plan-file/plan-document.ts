import { decodeValue, type Json, type PackageRecord } from "../../model/index.js";
import type { PlanOptions } from "../facts/request.js";
import { canonicalText, type Digests } from "./canonical-text.js";
import type { PlanTraits } from "./plan-traits.js";
import type { ProviderCode } from "./provider-code.js";
import type { Answers } from "./recording.js";
import { JSON } from "../../std/plain-json.js";

/** The encrypted content of a plan file. */
export interface PlanDocument {
  /** The digest of the compiled program; null if the program is a function. */
  readonly program: string | null;
  readonly config: Digests;
  readonly packages: readonly PackageRecord[];
  /** The code that the providers load; absent if it is not known. */
  readonly code?: ProviderCode;
  readonly options: PlanOptions;
  readonly plan: PlanTraits;
  readonly answers: Answers;
}

export function encodeDocument(document: PlanDocument): Uint8Array {
  return Buffer.from(canonicalText(document));
}

/** Decodes a decrypted document. The bytes are authenticated, so they are exactly what was written. */
export function decodeDocument(bytes: Uint8Array): PlanDocument {
  const json = JSON.parse(Buffer.from(bytes).toString()) as Json;
  return decodeValue(json) as unknown as PlanDocument;
}
