import { isAlive, isHere, type FileWitness, type Holder } from "./lock.js";
import type { StorePorts } from "./ports.js";
import type { RawHead } from "./raw/index.js";
import { holderOf, keysOf } from "./rows/index.js";

/** The unencrypted parts of a stack's row. Nothing is verified, because that requires the key. */
export interface StackGlance {
  readonly project: string;
  readonly name: string;
  /** The format of the stack, and the newest format that this version supports. */
  readonly format: number;
  readonly newestFormat: number;
  /** The holder of the lock, alive or not. */
  readonly holder?: Holder & { readonly isAlive: boolean; readonly isHere: boolean };
  /** The kind of key that opens the stack. */
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
        // A lease expires on whichever machine its holder runs.
        isHere: leaseLeftMs !== undefined || isHere(holder, processes),
      },
    }),
    key: key.by === "passphrase" ? { by: "passphrase" } : { by: "key-file", path: keys.keyFile(key.file) },
  };
}
