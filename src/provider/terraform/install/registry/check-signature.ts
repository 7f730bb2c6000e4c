import type { Key, KeyID } from "openpgp";
import { errorText } from "../../../../std/error-text.js";
import { printable } from "../../../../std/printable.js";

export interface SignedDocument {
  readonly document: Uint8Array;
  /** Detached and binary. */
  readonly signature: Uint8Array;
  /** Public keys in ASCII armor. */
  readonly keys: readonly string[];
}

/** The key that signed a document, as `<id> (<owner>)`, or the reason why no key did. */
export type SignatureCheck = { readonly signedBy: string } | { readonly fault: string };

/**
 * Checks a detached OpenPGP signature. One valid signature by one of the keys is enough. A key that has expired since then is valid;
 * a signature that has expired, or was made by a key that had expired or was revoked, is not.
 */
export async function checkSignature({ document, signature, keys }: SignedDocument): Promise<SignatureCheck> {
  const { createMessage, enums, readKeys, readSignature, verify } = await import("openpgp");
  // Registries have DSA keys too, which the library refuses by default.
  const config = { rejectPublicKeyAlgorithms: new Set([enums.publicKey.elgamal]) };
  const known: Key[] = [];
  const faults: string[] = [];
  for (const armoredKeys of keys) {
    try {
      known.push(...(await readKeys({ armoredKeys, config })));
    } catch (error) {
      faults.push(`A key of the registry cannot be read: ${printable(errorText(error))}.`);
    }
  }
  if (known.length === 0) return { fault: faults.join(" ") };
  try {
    const { signatures } = await verify({
      message: await createMessage({ binary: document }),
      signature: await readSignature({ binarySignature: signature, config }),
      verificationKeys: known,
      format: "binary",
      config,
    });
    for (const each of signatures) {
      const result = await resultOf(each, known);
      if ("signedBy" in result) return result;
      faults.push(result.fault);
    }
  } catch (error) {
    faults.push(`The signature cannot be read: ${printable(errorText(error))}.`);
  }
  return { fault: faults.length === 0 ? "The file contains no signature." : faults.join(" ") };
}

interface Verification {
  readonly keyID: KeyID;
  readonly verified: Promise<unknown>;
}

async function resultOf({ keyID, verified }: Verification, known: readonly Key[]): Promise<SignatureCheck> {
  const id = keyID.toHex().toUpperCase();
  const signer = known.find((key) => key.getKeys(keyID).length > 0);
  if (signer === undefined) {
    const ids = known.map((key) => key.getKeyID().toHex().toUpperCase());
    return { fault: `The key ${id} made the signature, and the registry has ${ids.join(", ")}.` };
  }
  try {
    await verified;
  } catch (error) {
    return { fault: `The signature by the key ${id} is invalid: ${printable(reasonOf(error))}.` };
  }
  const [owner] = signer.getUserIDs();
  return { signedBy: owner === undefined ? id : `${id} (${printable(owner)})` };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : errorText(error);
}
