import type { RecordedOptions } from "../model/index.js";

/** What is known when a create, update or delete has ended. */
export interface RetryFacts {
  /** How it ended. Only `failed` says that the call certainly did not happen. */
  readonly ended: string;
  /** The provider says that another call may succeed. */
  readonly isRetryable: boolean;
  /** How many calls have been made. */
  readonly attempt: number;
  /** What the `onError` hooks of the resource answered; undefined until they are asked. */
  readonly answers: readonly unknown[] | undefined;
  /** The run is being stopped. */
  readonly isStopping: boolean;
  /** The option of the resource. */
  readonly retry: RecordedOptions["retry"];
}

export type RetryDecision =
  /** The hooks have to be asked before it can be decided. */
  | { readonly kind: "ask" }
  | { readonly kind: "repeat"; readonly afterMs: number }
  | { readonly kind: "give-up" };

/** The most calls of one step, whatever hooks answer. */
const mostAttempts = 100;

/** The longest wait, as a multiple of `delay`. */
const longestWait = 16;

/**
 * Whether a call is repeated, and when. Never one that may have happened. The provider or a hook says whether another
 * call is worth it: a hook's `retry` goes before another's `fail`, and any answer before the provider's mark. The option
 * says how often and when; without it, only hooks have calls repeated, at once.
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
