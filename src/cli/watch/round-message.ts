import type { FilesRead } from "../../std/files-read.js";

/** Message from a round to its watcher. */
export type RoundMessage =
  /** Files it has read so far; more may follow. */
  | { readonly kind: "read"; readonly read: FilesRead }
  /** It has a plan and waits for permission to apply it. */
  | { readonly kind: "asks" };

/** Message from a watcher to its round. */
export type WatcherMessage =
  | { readonly kind: "apply" }
  /** A file was saved, so that the plan is stale. */
  | { readonly kind: "superseded" }
  /** The watcher was interrupted for the nth time. The terminal may have sent the signal to the round as well. */
  | { readonly kind: "interrupted"; readonly times: number };

/** Environment variable that marks a round. Removed before the round starts other processes. */
export const roundVariable = "COCONUT_WATCHED";
