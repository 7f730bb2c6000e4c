import { createHash } from "node:crypto";
import { encodeValue, type Value } from "../../model/index.js";
import { canonicalJson } from "../../store/seal/index.js";

/**
 * Returns plain objects, arrays and values as one canonical text: equal texts mean equal data. Secrets appear in plain
 * text.
 */
export function canonicalText(data: unknown): string {
  return canonicalJson(encodeValue(data as Value));
}

export function digestOf(data: unknown): string {
  return createHash("sha256").update(canonicalText(data)).digest("base64");
}

/** Returns the digest of each entry. */
export function digestsOf(data: object): Digests {
  const given = Object.entries(data).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([key, value]) => [key, digestOf(value)]));
}

export type Digests = { readonly [key: string]: string };

/** Returns the keys whose digests differ, in order. */
export function differingKeys(before: Digests, after: Digests): readonly string[] {
  const valueOf = (digests: Digests, key: string) => (Object.hasOwn(digests, key) ? digests[key] : undefined);
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => valueOf(before, key) !== valueOf(after, key)).sort();
}
