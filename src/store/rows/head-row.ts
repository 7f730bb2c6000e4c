import type { Holder } from "../lock.js";
import type { RawHead } from "../raw/index.js";
import { parseWrappedKeys, type WrappedKey } from "../seal/index.js";
import { altered } from "./integrity.js";
import { journalStart } from "./journal-start.js";
import { JSON } from "../../std/plain-json.js";

/** The layout of rows and bodies that this version writes. Newer ones are refused by name. */
export const format = 3;

/** What a head may say that whoever reads the stack has to know. There is nothing of that kind yet. */
const features: ReadonlySet<string> = new Set();

/** Those that a stack needs and this version does not know. */
export function unknownFeatures({ head_seq, features: text }: RawHead): readonly string[] {
  const needed: unknown = text === null ? [] : parsed(text);
  if (!Array.isArray(needed)) throw altered(head_seq, "What the stack needs of its reader cannot be read.");
  return needed.map(String).filter((name) => !features.has(name));
}

/** The head of a stack of any format as this version writes it, from the sum of its rows as this version counts it. */
export function currentHead(head: RawHead, state_sum: string): RawHead {
  const { seq, hash } = journalStart(head);
  const features = head.features ?? "[]";
  return { ...head, format, state_sum, first_seq: seq, first_hash: hash, features };
}

/** The last record that is in the rows. In the first format they stood where the journal did. */
export function foldedUpTo(head: RawHead): number {
  return head.format === 1 ? head.head_seq : head.checkpoint_seq;
}

/** The wrapped keys of a stack. They are read before anything of its row can be authenticated. */
export function keysOf({ head_seq, wrapped_key }: RawHead): readonly [WrappedKey, ...WrappedKey[]] {
  const keys = parseWrappedKeys(wrapped_key);
  if (keys !== undefined) return keys;
  throw altered(head_seq, "The wrapped key of the stack cannot be read.");
}

/** Who has the lock of a stack; nothing if nobody has. */
export function holderOf({ head_seq, holder }: RawHead): Holder | undefined {
  if (holder === null) return undefined;
  const found: Partial<Holder> | undefined = parsed(holder);
  if (
    found !== undefined &&
    texts.every((name) => typeof found[name] === "string") &&
    Number.isInteger(found.pid)
  )
    return found as Holder;
  throw altered(head_seq, "Who holds the stack cannot be read.");
}

const texts = ["user", "host", "startTime", "bootId", "runId", "command", "since"] as const;

function parsed(text: string): object | undefined {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return undefined;
  }
}
