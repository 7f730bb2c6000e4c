import type { Json } from "../model/index.js";
import type { StackStore } from "../store/internal.js";
import { JSON } from "../std/plain-json.js";

/** Encrypts and decrypts with the key of a stack. */
export type ConfigSealing = Pick<StackStore, "sealDocument" | "openDocument">;

/** Prefix of every encrypted value, of any version. */
const beginning = "coconut-sealed-";
const form = new RegExp(`^${beginning}1:([A-Za-z0-9+/]+=*)$`);

/** Whether a text has the form of an encrypted value. It may still fail to decrypt. */
export function isSealedText(text: string): boolean {
  return text.startsWith(beginning);
}

/** The ciphertext is bound to the stack and the full key, and cannot be decrypted elsewhere. */
export function sealConfigValue(sealing: ConfigSealing, fullKey: string, value: Json): string {
  const sealed = sealing.sealDocument(Buffer.from(JSON.stringify(value)), beside(fullKey));
  return `${beginning}1:${Buffer.from(sealed).toString("base64")}`;
}

/**
 * Returns undefined if the value was modified, or was encrypted for another key, another stack or by another version.
 */
export function openConfigValue(
  sealing: ConfigSealing,
  fullKey: string,
  text: string,
): { readonly value: Json } | undefined {
  const [, sealed] = form.exec(text) ?? [];
  if (sealed === undefined) return undefined;
  const content = sealing.openDocument(Buffer.from(sealed, "base64"), beside(fullKey));
  return content && { value: JSON.parse(Buffer.from(content).toString()) as Json };
}

function beside(fullKey: string): string {
  return JSON.stringify(["coconut config 1", fullKey]);
}
