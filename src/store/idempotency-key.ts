import { hash } from "node:crypto";
import type { Intent } from "../model/index.js";
import { JSON } from "../std/plain-json.js";

/**
 * Returns the idempotency key that every attempt at one intent sends to the provider. It is derived only from the
 * intent's position in the journal, so a restart derives the same key. It is short enough for the request tokens and
 * name suffixes of any cloud.
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

/** 32 characters of five bits each, which are accepted in names everywhere. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
