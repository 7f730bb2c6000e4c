const brand = Symbol.for("coconut.UncertainError");

/**
 * Thrown by a create, update or delete that cannot tell whether it happened: the connection broke after the
 * request was sent, or the answer took too long. The engine then finds out before it does anything else.
 *
 * An ordinary error says that nothing happened, unless `identified` was called before, which says that the object
 * exists, or the call was aborted. The language's own errors (`TypeError` and the like, also those of `fetch`) and broken
 * connections count as uncertain; a hook that knows better throws a `NoEffectError`.
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

/** Recognises the errors of another copy of this package too. */
export function isUncertainError(error: unknown): boolean {
  return typeof error === "object" && error !== null && brand in error;
}
