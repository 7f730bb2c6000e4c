import { NoEffectError } from "./no-effect-error.js";

const brand = Symbol.for("coconut.RetryableError");

/**
 * Thrown by a create, update or delete that certainly changed nothing and may succeed if called again: the service
 * throttles requests, is restarting, or still uses the object. If the resource has the option `retry`, Coconut calls
 * the hook again with the same `idempotencyKey`. Otherwise the error counts as a `NoEffectError`.
 *
 * ```ts
 * if (response.status === 429) throw new RetryableError("The service is throttling requests.");
 * ```
 */
export class RetryableError extends NoEffectError {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "RetryableError";
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Also recognizes errors from another copy of this package. */
export function isRetryableError(error: unknown): boolean {
  return typeof error === "object" && error !== null && brand in error;
}
