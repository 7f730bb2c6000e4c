import { isAlive, isHere, type FileWitness, type Holder } from "./lock.js";
import type { StorePorts } from "./ports.js";
import type { RawHead } from "./raw/index.js";
import { holderOf, keysOf } from "./rows/index.js";

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

export function glanceAt(
  head: RawHead,
  newestFormat: number,
  { processes, keys }: StorePorts,
  { file, leaseLeftMs }: { readonly file: FileWitness; readonly leaseLeftMs?: number | undefined },
): StackGlance {
  const { project, name, format } = head;
  const [key] = keysOf(head);
  const holder = holderOf(head);
  return {
    project,
    name,
    format,
    newestFormat,
    ...(holder !== undefined && {
      holder: {
        ...holder,
        isAlive: isAlive(holder, processes, file) && (leaseLeftMs ?? 1) > 0,
        // A lease runs out wherever its holder is.
        isHere: leaseLeftMs !== undefined || isHere(holder, processes),
      },
    }),
    key: key.by === "passphrase" ? { by: "passphrase" } : { by: "key-file", path: keys.keyFile(key.file) },
  };
}
