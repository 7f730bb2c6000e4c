import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import { Hmac } from "./hmac.js";

/** The key of one stack, with what is derived from it. Never printed and never stored unwrapped. */
export interface DataKey {
  /** Names the key in everything that is sealed with it, so that several can be in use while one is replaced. */
  readonly id: string;
  readonly bytes: Buffer;
  readonly sealing: Buffer;
  readonly nonces: Buffer;
  readonly authentication: Hmac;
}

export const dataKeyBytes = 32;

export function dataKey(id: string, bytes: Buffer): DataKey {
  const derive = (use: string) => derived(bytes, use);
  return {
    id,
    bytes,
    sealing: derive("seal"),
    nonces: derive("nonce"),
    authentication: new Hmac(derive("authentication")),
  };
}

function derived(bytes: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", bytes, "", `coconut ${use} 1`, dataKeyBytes));
}

/** HMAC-SHA256 of a text under a key for one use, as hexadecimal text. The key is derived when it is asked for. */
export function keyedDigest({ bytes }: DataKey, use: string, text: string): string {
  return createHmac("sha256", derived(bytes, use)).update(text).digest("hex");
}

export function authenticate(key: DataKey, text: string): string {
  return key.authentication.of(text);
}

/**
 * Returns the authentication of a row, and its term in the sum of all rows. The term is stored nowhere, so nobody without
 * the key can look for other rows with the same sum.
 */
export function authenticateAndCount(key: DataKey, text: string): readonly [mac: string, term: string] {
  return key.authentication.withInner(text);
}

/**
 * Seals a text for one place. The nonce is derived from place and content: what is unchanged keeps its bytes, so
 * that equality at one place shows without opening, while equal contents at two places look unrelated.
 */
export function sealText(key: DataKey, place: string, text: string): string {
  return sealBytes(key, place, Buffer.from(text)).toString("base64");
}

/** The same for bytes. */
export function sealBytes(key: DataKey, place: string, content: Buffer): Buffer {
  const nonce = createHmac("sha256", key.nonces)
    .update(`${place.length}:${place}`)
    .update(content)
    .digest()
    .subarray(0, nonceBytes);
  return encrypt(key.sealing, nonce, place, content);
}

/** Nothing if the bytes were altered, or were sealed for another place or with another key. */
export function openText(key: DataKey, place: string, sealed: string): string | undefined {
  return decrypt(key.sealing, place, Buffer.from(sealed, "base64"))?.toString();
}

/** AES-256-GCM: nonce, tag, ciphertext. */
export function encrypt(key: Buffer, nonce: Buffer, place: string, content: Buffer): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(place));
  const body = [cipher.update(content), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...body]);
}

export function decrypt(key: Buffer, place: string, sealed: Buffer): Buffer | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const cipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  cipher.setAAD(Buffer.from(place));
  cipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(nonceBytes + tagBytes)), cipher.final()]);
  } catch {
    return undefined;
  }
}

export const nonceBytes = 12;
const tagBytes = 16;
