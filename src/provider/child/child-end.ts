/** How a child process came to its end, and what it said last on stderr. */
export type ChildEnd = {
  /** The last lines, oldest first, without secrets. */
  readonly stderr: readonly string[];
  /** Whether it had not yet shown that it is ready. */
  readonly isStarting: boolean;
} & EndCause;

export type EndCause =
  /** The system did not start it: nothing of it ran. */
  | { readonly kind: "not-started"; readonly code: string | undefined; readonly message: string }
  /** It ended by itself, or somebody else ended it. */
  | { readonly kind: "exited"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  /** It was ended because something took longer than it may. */
  | { readonly kind: "silent"; readonly what: string; readonly waitedMs: number }
  /** It was ended because of something that it said. */
  | { readonly kind: "garbled"; readonly what: string }
  /** `close` ended it. */
  | { readonly kind: "closed" };

/** Why its caller ends a child before its time. */
export type ChildFault = Extract<EndCause, { kind: "silent" | "garbled" }>;
