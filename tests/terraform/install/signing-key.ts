import { createMessage, generateKey, reformatKey, revokeKey, sign, type PrivateKey } from "openpgp";

/** An OpenPGP key of a registry. */
export interface SigningKey {
  readonly id: string;
  /** The public key in ASCII armor. */
  readonly armor: string;
  /** The same key, which expired a year after it was made. */
  readonly expiredArmor: string;
  /** The same key with the dates of its renewal, years later, only. */
  readonly renewedArmor: string;
  /** Returns the same key after its owner revoked it. */
  revokedArmor(): Promise<string>;
  /** Returns a detached binary signature that was made on a date. */
  sign(document: Uint8Array, date?: Date): Promise<Uint8Array>;
}

/** The date of every key. */
export const keyDate = new Date("2020-01-01T00:00:00Z");
/** A date on which an expired key was valid. */
export const validDate = new Date("2020-06-01T00:00:00Z");

/** Makes a key. RSA keys take longer. Released providers are signed with them, and Terraform accepts them. */
export async function makeSigningKey(
  owner: string,
  type: "curve25519" | "rsa" = "curve25519",
): Promise<SigningKey> {
  const userIDs = [{ name: owner, email: "security@example.com" }];
  const given = { userIDs, date: keyDate, format: "object" } as const;
  const kind = type === "rsa" ? ({ type, rsaBits: 2048 } as const) : ({ type } as const);
  const { privateKey, publicKey, revocationCertificate } = await generateKey({ ...given, ...kind });
  const expired = await reformatKey({ ...given, privateKey, keyExpirationTime: yearSeconds });
  const renewed = await reformatKey({ ...given, privateKey, date: new Date("2023-01-01T00:00:00Z") });
  return {
    id: publicKey.getKeyID().toHex().toUpperCase(),
    armor: publicKey.armor(),
    expiredArmor: expired.publicKey.armor(),
    renewedArmor: renewed.publicKey.armor(),
    revokedArmor: async () => {
      const revoked = await revokeKey({ key: publicKey, revocationCertificate, format: "object" });
      return revoked.publicKey.armor();
    },
    sign: (document, date) => signed(document, privateKey, date),
  };
}

const yearSeconds = 365 * 24 * 3600;

async function signed(document: Uint8Array, signingKeys: PrivateKey, date = new Date()): Promise<Uint8Array> {
  const message = await createMessage({ binary: document, date });
  return sign({ message, signingKeys, detached: true, format: "binary", date });
}
