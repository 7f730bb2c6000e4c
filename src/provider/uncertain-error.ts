const brand = Symbol.for("coconut.UncertainError");

/**
 * Thrown by a create, update or delete that may or may not have taken effect: the connection broke after the request
 * was sent, or the response timed out. Coconut then finds out what happened before it does anything else.
 *
 * An ordinary error means that nothing happened, unless `identified` was called before, which means that the object
 * exists, or the call was aborted. Errors of the language (such as `TypeError`, also from `fetch`) and broken
 * connections count as uncertain. If nothing happened, throw a `NoEffectError` instead.
 *
 * ```ts
 * if (response.status === 504) throw new UncertainError("The gateway gave up waiting.");
 * ```
 */
export class UncertainError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "UncertainError";
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Also recognizes errors from another copy of this package. */
export function isUncertainError(error: unknown): boolean {
  return typeof error === "object" && error !== null && brand in error;
}
