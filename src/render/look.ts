/** How text looks where it is shown. Renderers depend on it instead of on a terminal. */
export interface Look {
  /** In columns; `Infinity` if lines may have any length. */
  readonly width: number;
  readonly paint: (style: Style, text: string) => string;
  /** Also shows reasons, positions and details that are usually folded. */
  readonly verbose: boolean;
  /** Returns a file path relative to the user's working folder. */
  readonly place: (file: string) => string;
  /** Returns a suggested command as the user has to type it. */
  readonly command: (line: string) => string;
  /** Escapes text that was requested verbatim, if it could control a terminal. */
  readonly exact?: (text: string) => string;
  /** The source of the program, for excerpts. Without it, diagnostics show positions only. */
  readonly source?: SourceLook;
  /** Compares two texts line by line. Without it, long texts are shown as values. */
  readonly compareLines?: (before: string, after: string) => readonly LineChange[];
}

export interface SourceLook {
  /** Returns the current text of a file; undefined if there is no file that may be shown. */
  readonly read: (file: string) => string | undefined;
  /** Masks the secrets in a line. */
  readonly hide: (line: string) => string;
}

export interface LineChange {
  readonly kind: "same" | "added" | "removed";
  readonly lines: readonly string[];
}

/** The meaning of a piece of text, independent of its color. */
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

/** For files, tests and programs: no colors and no width limit. */
export const plainLook: Look = {
  width: Infinity,
  paint: (_, text) => text,
  verbose: false,
  place: (file) => file,
  command: (line) => line,
};
