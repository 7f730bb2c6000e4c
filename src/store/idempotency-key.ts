import { hash } from "node:crypto";
import type { Intent } from "../model/index.js";
import { JSON } from "../std/plain-json.js";

/**
 * What every attempt at one intent calls itself to the provider. Derived from the intent's place and nothing else,
 * so that a restart finds the same key; short enough for the tokens and name suffixes of any cloud.
 */
export function idempotencyKey(
  lineage: string,
  { action, rid, generation }: Pick<Intent, "action" | "rid" | "generation">,
  sequence: number,
): string {
  const place = JSON.stringify(["coconut intent 1", lineage, rid, generation, action, sequence]);
  let key = "";
  for (const byte of hash("sha256", place, "buffer")) key += alphabet[byte & 31];
  return key;
}

/** Accepted in names everywhere. 32 characters of five bits each. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
