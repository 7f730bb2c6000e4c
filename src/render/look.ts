/** How text looks where it is shown. What renders asks it, and knows no terminal. */
export interface Look {
  /** In columns; `Infinity` where lines may be of any length. */
  readonly width: number;
  readonly paint: (style: Style, text: string) => string;
  /** Reasons, positions and what is usually folded away. */
  readonly verbose: boolean;
  /** A file as it is called from where the user stands. */
  readonly place: (file: string) => string;
  /** A command that is suggested, as it has to be typed there. */
  readonly command: (line: string) => string;
  /** A text that was asked for as it is, where something in it would do more than be read: on a terminal. */
  readonly exact?: (text: string) => string;
  /** The source of the program, for excerpts. Without it, diagnostics name positions alone. */
  readonly source?: SourceLook;
  /** How one text becomes another, line by line. Without it, long texts are shown as values. */
  readonly compareLines?: (before: string, after: string) => readonly LineChange[];
}

export interface SourceLook {
  /** The text of a file as it is now; nothing if there is none that may be shown. */
  readonly read: (file: string) => string | undefined;
  /** A line of it without what is secret. */
  readonly hide: (line: string) => string;
}

export interface LineChange {
  readonly kind: "same" | "added" | "removed";
  readonly lines: readonly string[];
}

/** What a piece of text is, not which colour it has. */
export type Style =
  | "create"
  | "update"
  | "replace"
  | "delete"
  | "drift"
  | "record"
  | "strong"
  | "faint"
  | "error"
  | "warning"
  | "note"
  | "done";

/** For files, tests and programs: no colours, no limits. */
export const plainLook: Look = {
  width: Infinity,
  paint: (_, text) => text,
  verbose: false,
  place: (file) => file,
  command: (line) => line,
};
