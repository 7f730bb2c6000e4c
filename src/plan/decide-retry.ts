import type { RecordedOptions } from "../model/index.js";

/** The facts after a create, update or delete has ended. */
export interface RetryFacts {
  /** The result. Only `failed` means that the call certainly had no effect. */
  readonly ended: string;
  /** The provider marked the error as retryable. */
  readonly isRetryable: boolean;
  /** Number of attempts so far. */
  readonly attempt: number;
  /** The answers of the resource's `onError` hooks; undefined until they are called. */
  readonly answers: readonly unknown[] | undefined;
  /** The run is being stopped. */
  readonly isStopping: boolean;
  /** The `retry` option of the resource. */
  readonly retry: RecordedOptions["retry"];
}

export type RetryDecision =
  /** The hooks have to be called before the decision. */
  | { readonly kind: "ask" }
  | { readonly kind: "repeat"; readonly afterMs: number }
  | { readonly kind: "give-up" };

/** Maximum number of attempts of one step, whatever hooks answer. */
const mostAttempts = 100;

/** Maximum delay, as a multiple of `delay`. */
const longestWait = 16;

/**
 * Decides whether and when to retry a call. A call that may have had an effect is never retried. The provider or a
 * hook decides whether a retry makes sense: a hook's `retry` overrides another hook's `fail`, and any hook answer
 * overrides the provider's mark. The option sets the number of attempts and the backoff; without it, only hooks
 * cause retries, which are immediate.
 */
export function decideRetry(facts: RetryFacts): RetryDecision {
  const { ended, isRetryable, attempt, answers, isStopping, retry } = facts;
  if (ended !== "failed" || attempt >= mostAttempts) return giveUp;
  if (answers === undefined) return { kind: "ask" };
  const isAsked = answers.includes("retry");
  const isWorthIt = isAsked || (isRetryable && !answers.includes("fail"));
  if (isStopping || !isWorthIt) return giveUp;
  if (retry === undefined) return isAsked ? { kind: "repeat", afterMs: 0 } : giveUp;
  if (attempt >= retry.attempts) return giveUp;
  return { kind: "repeat", afterMs: retry.delay * Math.min(2 ** (attempt - 1), longestWait) };
}

const giveUp: RetryDecision = { kind: "give-up" };
