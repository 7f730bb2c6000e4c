const brand = Symbol.for("coconut.NoEffectError");

/**
 * Thrown by a create, update or delete that certainly changed nothing: the request was not sent, or the service
 * rejected it. Use it to wrap a `TypeError` or a connection error, which otherwise count as "may have happened", even
 * as the cause of another error.
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

/** Also recognizes errors from another copy of this package. */
export function isNoEffectError(error: unknown): boolean {
  return typeof error === "object" && error !== null && brand in error;
}
