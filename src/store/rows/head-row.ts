import type { Holder } from "../lock.js";
import type { RawHead } from "../raw/index.js";
import { parseWrappedKeys, type WrappedKey } from "../seal/index.js";
import { altered } from "./integrity.js";

/** The layout of rows and bodies that this version writes. Newer ones are refused by name. */
export const format = 2;

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
  const found = parsed(holder);
  if (
    found !== undefined &&
    texts.every((name) => typeof found[name] === "string") &&
    Number.isInteger(found.pid)
  )
    return found as Holder;
  throw altered(head_seq, "Who holds the stack cannot be read.");
}

const texts = ["user", "host", "startTime", "bootId", "runId", "command", "since"] as const;

function parsed(text: string): Partial<Holder> | undefined {
  try {
    return Object(JSON.parse(text)) as Partial<Holder>;
  } catch {
    return undefined;
  }
}
