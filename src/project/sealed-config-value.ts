import type { Json } from "../model/index.js";
import type { StackStore } from "../store/internal.js";
import { JSON } from "../std/plain-json.js";

/** What seals and opens with the key of a stack. */
export type ConfigSealing = Pick<StackStore, "sealDocument" | "openDocument">;

/** Everything that is a sealed value, of this version or another, begins like this. */
const beginning = "coconut-sealed-";
const form = new RegExp(`^${beginning}1:([A-Za-z0-9+/]+=*)$`);

/** Whether a text says of itself that it is sealed. Whether it opens is another question. */
export function isSealedText(text: string): boolean {
  return text.startsWith(beginning);
}

/** Bound to the stack and the full key: copied to another, it does not open. */
export function sealConfigValue(sealing: ConfigSealing, fullKey: string, value: Json): string {
  const sealed = sealing.sealDocument(Buffer.from(JSON.stringify(value)), beside(fullKey));
  return `${beginning}1:${Buffer.from(sealed).toString("base64")}`;
}

/** Nothing if it was altered, or sealed for another key, another stack or by another version. */
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
