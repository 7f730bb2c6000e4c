import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import { Hmac } from "./hmac.js";

/** The data key of one stack, with the keys derived from it. Never printed, and never stored unwrapped. */
export interface DataKey {
  /** Stored with everything that the key encrypts, so that several keys can be in use during a rotation. */
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

/** Returns the HMAC-SHA256 of a text, in hexadecimal, under a key for one use. The key is derived on demand. */
export function keyedDigest({ bytes }: DataKey, use: string, text: string): string {
  return createHmac("sha256", derived(bytes, use)).update(text).digest("hex");
}

export function authenticate(key: DataKey, text: string): string {
  return key.authentication.of(text);
}

/**
 * Returns the MAC of a row and its term in the state sum. Terms are never stored, so without the key nobody can
 * construct other rows with the same sum.
 */
export function authenticateAndCount(key: DataKey, text: string): readonly [mac: string, term: string] {
  return key.authentication.withInner(text);
}

/**
 * Encrypts a text for one place. The nonce is derived from place and content: unchanged content keeps its ciphertext,
 * so equality at one place is visible without decrypting, while equal contents at two places look unrelated.
 */
export function sealText(key: DataKey, place: string, text: string): string {
  return sealBytes(key, place, Buffer.from(text)).toString("base64");
}

/** Encrypts bytes for one place. See `sealText`. */
export function sealBytes(key: DataKey, place: string, content: Buffer): Buffer {
  const nonce = createHmac("sha256", key.nonces)
    .update(`${place.length}:${place}`)
    .update(content)
    .digest()
    .subarray(0, nonceBytes);
  return encrypt(key.sealing, nonce, place, content);
}

/** Returns undefined if the ciphertext was modified, or was encrypted for another place or with another key. */
export function openText(key: DataKey, place: string, sealed: string): string | undefined {
  return decrypt(key.sealing, place, Buffer.from(sealed, "base64"))?.toString();
}

/** AES-256-GCM. The result is nonce, tag, ciphertext. */
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
