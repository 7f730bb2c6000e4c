import { isAlive, type Holder } from "./lock.js";
import type { StorePorts } from "./ports.js";
import type { RawHead } from "./raw/index.js";
import { altered } from "./rows/index.js";
import type { WrappedKey } from "./seal/index.js";

/** What the row of a stack says in the open. Nothing of it is checked: that takes the key. */
export interface StackGlance {
  readonly project: string;
  readonly name: string;
  /** The layout that it is written in, and the newest one that this version knows. */
  readonly format: number;
  readonly newestFormat: number;
  /** Who has its lock, dead or alive. */
  readonly holder?: Holder & { readonly isAlive: boolean; readonly isHere: boolean };
  /** What opens it. */
  readonly key: { readonly by: "passphrase" } | { readonly by: "key-file"; readonly path: string };
}

export function glanceAt(head: RawHead, newestFormat: number, { processes, keys }: StorePorts): StackGlance {
  const { project, name, format } = head;
  const [key] = parsed(head.wrapped_key, head) as readonly WrappedKey[];
  if (key === undefined) throw altered(head.head_seq, "The wrapped key of the stack cannot be read.");
  const holder = head.holder === null ? undefined : (parsed(head.holder, head) as Holder);
  return {
    project,
    name,
    format,
    newestFormat,
    ...(holder !== undefined && {
      holder: {
        ...holder,
        isAlive: isAlive(holder, processes),
        isHere: holder.host === processes.self.host,
      },
    }),
    key: key.by === "passphrase" ? { by: "passphrase" } : { by: "key-file", path: keys.keyFile(key.file) },
  };
}

function parsed(text: string, head: RawHead): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw altered(head.head_seq, "The row of the stack itself cannot be read.");
  }
}
