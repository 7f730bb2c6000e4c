/** The answer of a provider to a create or an update. */
export interface ChangeAnswer {
  /** `state`: an object, wholly known. `unknowns`: an object with unknown parts. `null`: no object. */
  readonly state: "known" | "unknowns" | "null";
  /** The texts of its errors. */
  readonly errors: readonly string[];
  /** True if the provider was told to stop before it answered. */
  readonly wasStopped: boolean;
}

/**
 * - `done`: the object is as returned.
 * - `incomplete`: the object exists, and the returned state describes it.
 * - `unchanged-or-partly`: the object exists, and only reading it tells its state.
 * - `nothing`: no object exists.
 * - `unclear`: whether an object exists is not known.
 */
export type ChangeResult = "done" | "incomplete" | "unchanged-or-partly" | "nothing" | "unclear";

/**
 * Returns what an answer to a create or an update means. The state that comes with the error of an update is not
 * believed: providers with the legacy SDK return the planned values there.
 */
export function resultOfChange(action: "create" | "update", answer: ChangeAnswer): ChangeResult {
  const { state, errors, wasStopped } = answer;
  if (errors.length === 0) {
    if (state === "null") return "unclear";
    return state === "known" ? "done" : "incomplete";
  }
  if (action === "update") return "unchanged-or-partly";
  if (state !== "null") return "incomplete";
  return wasStopped || errors.some(mayHaveHappened) ? "unclear" : "nothing";
}

/** True if the text of an error means that the provider lost contact with the service, so a request may have been served. */
export function mayHaveHappened(text: string): boolean {
  return lostContact.test(text);
}

const lostContact =
  /deadline exceeded|context cancel|cancell?ed|time(?:d )?[ -]?out|\bEOF\b|connection reset|broken pipe|\b50[0234]\b/i;
