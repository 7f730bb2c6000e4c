import type { FilesRead } from "../../std/files-read.js";

/** What a round tells its watcher. */
export type RoundMessage =
  /** What it has read; more may follow. */
  | { readonly kind: "read"; readonly read: FilesRead }
  /** It has a plan, and applies nothing before it is told that it may. */
  | { readonly kind: "asks" };

/** What a watcher tells its round. */
export type WatcherMessage =
  | { readonly kind: "apply" }
  /** A file has been saved: its plan is of no use any more. */
  | { readonly kind: "superseded" }
  /** Someone has interrupted the watcher so often; a terminal will have told the round as well. */
  | { readonly kind: "interrupted"; readonly times: number };

/** Set for a round by its watcher; nothing that the round starts sees it. */
export const roundVariable = "COCONUT_WATCHED";
