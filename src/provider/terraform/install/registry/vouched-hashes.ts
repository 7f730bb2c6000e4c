import { DiagnosticError, type Diagnostic } from "../../../../model/index.js";
import { packageText } from "../find-problems.js";
import type { WantedPackage } from "../package-source.js";
import { checkSignature, type SignatureCheck } from "./check-signature.js";
import { parseChecksums } from "./checksums.js";
import { problem } from "./diagnostics.js";
import { mismatch, sentenceStart } from "./package-checks.js";

/** The statements of a registry about an archive. */
export interface Statement {
  readonly wanted: WantedPackage;
  /** The title of the registry. */
  readonly title: string;
  /** The SHA-256 of the archive in lower-case hex. */
  readonly shasum: string;
  /** The name of the archive in the document. */
  readonly file: string;
  readonly keys: readonly string[];
  /** The content of `SHA256SUMS`. */
  readonly document: Uint8Array;
  readonly signature: () => Promise<Uint8Array>;
}

export interface VouchedHashes {
  readonly hashes: readonly string[];
  readonly signedBy: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks the signature of `SHA256SUMS`, and that the archive's hash is in it. Returns all its hashes if it is signed. A registry
 * without keys vouches for the archive alone, and a warning says so.
 */
export async function vouchedHashes(statement: Statement): Promise<VouchedHashes> {
  const { wanted, title, shasum, file, keys, document } = statement;
  const signer = keys.length === 0 ? undefined : await signerOf(statement);
  const checksums = parseChecksums(Buffer.from(document).toString("latin1"));
  if (checksums === undefined)
    throw mismatch(
      wanted,
      `The SHA256SUMS file of ${packageText(wanted)} is not a list of SHA-256 hashes and file names.`,
    );
  const listed = checksums.byFile.get(file);
  if (listed === undefined)
    throw mismatch(wanted, `The SHA256SUMS file of ${packageText(wanted)} does not list ${file}.`);
  if (listed !== shasum)
    throw mismatch(
      wanted,
      `For ${file}, ${title} states the SHA-256 ${shasum}, but the SHA256SUMS file states ${listed}.`,
    );
  if (signer === undefined)
    return { hashes: [`zh:${shasum}`], signedBy: undefined, diagnostics: [unsigned(wanted, title)] };
  const { signedBy, expired } = signer;
  const diagnostics = expired === undefined ? [] : [signedLate(wanted, signedBy, expired)];
  return { hashes: checksums.hashes, signedBy, diagnostics };
}

type Signer = Extract<SignatureCheck, { readonly signedBy: string }>;

async function signerOf({ wanted, title, keys, document, signature }: Statement): Promise<Signer> {
  const result = await checkSignature({ document, signature: await signature(), keys });
  if ("signedBy" in result) return result;
  throw new DiagnosticError(
    problem("provider/terraform-signature", {
      detail: `The SHA256SUMS file of ${packageText(wanted)} has no valid signature by a key of ${title}. ${result.fault}`,
      hint: `Do not use this package, and report it to the operator of ${wanted.address.host}.`,
    }),
  );
}

function unsigned(wanted: WantedPackage, title: string): Diagnostic {
  return problem("provider/terraform-unsigned", {
    severity: "warning",
    detail: `${sentenceStart(title)} has no signing keys for ${packageText(wanted)}. The archive matches the checksums, but who made it was not verified.`,
    hint: "Compare the hash in .terraform.lock.hcl with one that the provider's author publishes, if that matters to you.",
  });
}

function signedLate(wanted: WantedPackage, signedBy: string, expired: Date): Diagnostic {
  return problem("provider/terraform-expired-key", {
    severity: "warning",
    detail: `${packageText(wanted)} was signed by the key ${signedBy} after it had expired on ${expired.toISOString().slice(0, 10)}.`,
    hint: "The signature is valid. The author of the provider should extend the key and publish it again.",
  });
}
