import type { Holder } from "../lock.js";
import type { RawHead } from "../raw/index.js";
import { parseWrappedKeys, type WrappedKey } from "../seal/index.js";
import { altered } from "./integrity.js";
import { journalStart } from "./journal-start.js";
import { JSON } from "../../std/plain-json.js";

/** The format of rows and bodies that this version writes. Newer formats are refused. */
export const format = 3;

/** Features that a reader must support and this version does. None exist yet. */
const features: ReadonlySet<string> = new Set();

/** Returns the features that a stack requires and this version does not support. */
export function unknownFeatures({ head_seq, features: text }: RawHead): readonly string[] {
  const needed: unknown = text === null ? [] : parsed(text);
  if (!Array.isArray(needed)) throw altered(head_seq, "The list of required features cannot be parsed.");
  return needed.map(String).filter((name) => !features.has(name));
}

/**
 * Converts the head of a stack of any format to the current one. `state_sum` is the sum of its rows in the current
 * format.
 */
export function currentHead(head: RawHead, state_sum: string): RawHead {
  const { seq, hash } = journalStart(head);
  const features = head.features ?? "[]";
  return { ...head, format, state_sum, first_seq: seq, first_hash: hash, features };
}

/**
 * Returns the number of the last record that the rows include. In the first format, rows were always up to date with
 * the journal.
 */
export function foldedUpTo(head: RawHead): number {
  return head.format === 1 ? head.head_seq : head.checkpoint_seq;
}

/** Returns the wrapped keys of a stack. They are read before anything in its row can be authenticated. */
export function keysOf({ head_seq, wrapped_key }: RawHead): readonly [WrappedKey, ...WrappedKey[]] {
  const keys = parseWrappedKeys(wrapped_key);
  if (keys !== undefined) return keys;
  throw altered(head_seq, "The wrapped key of the stack cannot be parsed.");
}

/** Returns the holder of a stack's lock; undefined if the stack is not locked. */
export function holderOf({ head_seq, holder }: RawHead): Holder | undefined {
  if (holder === null) return undefined;
  const found: Partial<Holder> | undefined = parsed(holder);
  if (
    found !== undefined &&
    texts.every((name) => typeof found[name] === "string") &&
    Number.isInteger(found.pid)
  )
    return found as Holder;
  throw altered(head_seq, "The lock holder of the stack cannot be parsed.");
}

const texts = ["user", "host", "startTime", "bootId", "runId", "command", "since"] as const;

function parsed(text: string): object | undefined {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return undefined;
  }
}
