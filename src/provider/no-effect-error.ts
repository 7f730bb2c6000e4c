const brand = Symbol.for("coconut.NoEffectError");

/**
 * Thrown by a create, update or delete that certainly changed nothing, whatever its cause is: the request was not sent,
 * or the service refused it. Without it, a `TypeError` or a broken connection counts as "may have happened", also as the
 * cause of another error.
 *
 * ```ts
 * try {
 *   body = JSON.stringify(toRequest(inputs));
 * } catch (cause) {
 *   throw new NoEffectError("The request could not be built.", { cause });
 * }
 * ```
 */
export class NoEffectError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "NoEffectError";
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Recognises the errors of another copy of this package too. */
export function isNoEffectError(error: unknown): boolean {
  return typeof error === "object" && error !== null && brand in error;
}
