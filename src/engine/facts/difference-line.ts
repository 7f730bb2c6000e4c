import { hushed, type Value } from "../../model/index.js";
import { valueText } from "../../render/index.js";

/** A value that is another one now. */
export interface Difference {
  /** A property path, printed. */
  readonly path: string;
  readonly before: Value;
  readonly after: Value;
}

/** A difference as a line of text, masked on both sides where one is secret. What refuses something hides nothing else. */
export function differenceLine({ path, before, after }: Difference): string {
  return `${path}: ${shownBeside(before, after)} -> ${shownBeside(after, before)}`;
}

function shownBeside(value: Value, other: Value): string {
  const { shown } = hushed({ shown: value }, { shown: other });
  return shown === undefined ? "nothing" : valueText(shown, 120);
}
