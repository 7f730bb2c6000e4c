/** The reason why a child process exited, and its last lines on stderr. */
export type ChildEnd = {
  /** The last lines, oldest first, with secrets masked. */
  readonly stderr: readonly string[];
  /** True if the child was not ready yet. */
  readonly isStarting: boolean;
} & EndCause;

export type EndCause =
  /** The system could not start it. It never ran. */
  | { readonly kind: "not-started"; readonly code: string | undefined; readonly message: string }
  /** It exited by itself, or another process terminated it. */
  | { readonly kind: "exited"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  /** It was terminated because of a timeout. */
  | { readonly kind: "silent"; readonly what: string; readonly waitedMs: number }
  /** It was terminated because it violated the protocol, which it speaks on stdout by default. */
  | { readonly kind: "garbled"; readonly what: string; readonly on?: "stdout" | "connection" }
  /** `close` terminated it. */
  | { readonly kind: "closed" };

/** The reason for which the caller terminates a child. */
export type ChildFault = Extract<EndCause, { kind: "silent" | "garbled" }>;
