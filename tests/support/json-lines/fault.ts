import type { Method } from "./messages.js";

/** Where a child goes wrong, once, and how. */
export interface Fault {
  readonly method: Method;
  /** Before it was carried out, or after, when only the answer is missing. */
  readonly when: "before" | "after";
  readonly does: "hang" | "crash" | "garbage" | "shape";
}
