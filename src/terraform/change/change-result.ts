/** The answer of a provider to a create or an update. */
export interface ChangeAnswer {
  /** `known`: an object, wholly known. `unknowns`: an object with unknown parts. `null`: no object. */
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
 * Returns what an answer to a create or an update means. The state that comes with the error of an update is
 * ignored: providers with the legacy SDK return the planned values there.
 */
export function resultOfChange(action: "create" | "update", answer: ChangeAnswer): ChangeResult {
  const { state, errors, wasStopped } = answer;
  if (errors.length === 0) {
    if (state === "null") return "unclear";
    return state === "known" ? "done" : "incomplete";
  }
  if (action === "update") return "unchanged-or-partly";
  if (state !== "null") return "incomplete";
  return wasStopped || errors.some((text) => lostContact.test(text)) ? "unclear" : "nothing";
}

/**
 * True if a call that ended with a gRPC status may have changed something. With some codes a provider refuses a call before it
 * does anything; the others may also come after it, such as for an answer that is too large.
 */
export function mayHaveChanged(statusCode: number): boolean {
  return !refusals.has(statusCode);
}

/** InvalidArgument, PermissionDenied, FailedPrecondition, Unimplemented and Unauthenticated. */
const refusals: ReadonlySet<number> = new Set([3, 7, 9, 12, 16]);

/** Texts of errors with which a provider lost contact with its service, which may have served the request. */
const lostContact =
  /deadline exceeded|context cancel|cancell?ed|time(?:d )?[ -]?out|\bEOF\b|connection reset|broken pipe|\b50[0234]\b/i;
