import { systemTimeMs } from "../../../../std/timer.js";
import type { Config, Key, KeyID, SignaturePacket, Subkey } from "openpgp";
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
export type SignatureCheck =
  | {
      readonly signedBy: string;
      /** The date when the key expired, if the signature is newer. */
      readonly expired?: Date;
    }
  | { readonly fault: string };

/**
 * Checks a detached OpenPGP signature. One valid signature by one of the keys is enough. Keys that expired are accepted, as
 * Terraform does: the registry still states them. Signatures that expired and keys that are revoked are not.
 */
export async function checkSignature({ document, signature, keys }: SignedDocument): Promise<SignatureCheck> {
  const openpgp = await import("openpgp");
  const { createMessage, enums, readKeys, readSignature } = openpgp;
  // Registries have DSA keys too, which the library refuses by default.
  const config = { ...openpgp.config, rejectPublicKeyAlgorithms: new Set([enums.publicKey.elgamal]) };
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
    const { packets } = await createMessage({ binary: document, format: "binary" });
    const data = packets.findPacket(enums.packet.literalData)!;
    const ofDocuments = new Set<unknown>([enums.signature.binary, enums.signature.text]);
    for (const packet of (await readSignature({ binarySignature: signature, config })).packets) {
      if (!ofDocuments.has(packet.signatureType)) continue;
      const result = await checkPacket(packet, { known, data, config });
      if ("signedBy" in result) return result;
      faults.push(result.fault);
    }
  } catch (error) {
    faults.push(`The signature cannot be read: ${printable(errorText(error))}.`);
  }
  return { fault: faults.length === 0 ? "The file contains no signature." : faults.join(" ") };
}

interface Checked {
  readonly known: readonly Key[];
  /** The packet with the document. */
  readonly data: object;
  readonly config: Config;
}

async function checkPacket(
  packet: SignaturePacket,
  { known, data, config }: Checked,
): Promise<SignatureCheck> {
  const { issuerKeyID: keyID } = packet;
  const id = keyID.toHex().toUpperCase();
  const key = known.find((each) => each.getKeys(keyID).length > 0);
  if (key === undefined) {
    const ids = known.map((each) => each.getKeyID().toHex().toUpperCase());
    return { fault: `The key ${id} made the signature, and the registry has ${ids.join(", ")}.` };
  }
  const now = new Date(systemTimeMs());
  const created = packet.created ?? now;
  try {
    const { keyPacket, expired } = await signingKey(key, keyID, { created, now, config });
    await packet.verify(keyPacket, packet.signatureType!, data, now, true, config);
    const [owner] = key.getUserIDs();
    const signedBy = owner === undefined ? id : `${id} (${printable(owner)})`;
    return expired === undefined ? { signedBy } : { signedBy, expired };
  } catch (error) {
    const reason = error instanceof Error ? error.message : errorText(error);
    return { fault: `The signature by the key ${id} is invalid: ${printable(reason)}.` };
  }
}

type SigningPacket = Key["keyPacket"] | Subkey["keyPacket"];

/**
 * Returns the key of a signature if it may sign: when the signature was made; now, because a renewed key may have lost its older
 * dates; or until it expired.
 */
async function signingKey(
  key: Key,
  keyID: KeyID,
  { created, now, config }: { readonly created: Date; readonly now: Date; readonly config: Config },
): Promise<{ readonly keyPacket: SigningPacket; readonly expired?: Date }> {
  const at = async (date: Date) => {
    const { keyPacket } = await key.getSigningKey(keyID, date, undefined, config);
    return { keyPacket };
  };
  try {
    return await at(created);
  } catch (error) {
    const renewed = await at(now).catch(() => undefined);
    if (renewed !== undefined) return renewed;
    const end = await expiryOf(key, keyID, config);
    if (end === undefined) throw error;
    const found = await at(new Date(end.getTime() - 1000)).catch(() => undefined);
    if (found === undefined) throw error;
    return end > created ? found : { ...found, expired: end };
  }
}

/** Returns the date when a key, or the part of it that signs, expires. */
async function expiryOf(key: Key, keyID: KeyID, config: Config): Promise<Date | undefined> {
  const parts = key.subkeys.filter((each) => each.getKeyID().equals(keyID));
  const ends = await Promise.all([
    key.getExpirationTime(undefined, config),
    ...parts.map((each) => each.getExpirationTime(undefined, config)),
  ]);
  const dates = ends.filter((each) => each instanceof Date);
  return dates.sort((a, b) => a.getTime() - b.getTime())[0];
}
