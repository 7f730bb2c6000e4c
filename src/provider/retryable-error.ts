import { NoEffectError } from "./no-effect-error.js";

const brand = Symbol.for("coconut.RetryableError");

/**
 * Thrown by a create, update or delete that certainly changed nothing and may succeed when it is called again: the
 * service throttles, is being restarted, or still uses the object. If the resource has the option `retry`, Coconut calls
 * the hook again with the same `idempotencyKey`; without it, the error is a `NoEffectError`.
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

/** Recognises the errors of another copy of this package too. */
export function isRetryableError(error: unknown): boolean {
  return typeof error === "object" && error !== null && brand in error;
}
