/** What is known when a create, update or delete has ended. */
export interface RetryFacts {
  /** How it ended. Only `failed` says that the call certainly did not happen. */
  readonly ended: string;
  /** How many calls have been made. */
  readonly attempt: number;
  /** What the `onError` hooks of the resource answered; undefined until they are asked. */
  readonly answers: readonly unknown[] | undefined;
  /** The run is being stopped. */
  readonly isStopping: boolean;
}

export type RetryDecision =
  /** The hooks have to be asked before it can be decided. */
  | { readonly kind: "ask" }
  | { readonly kind: "repeat"; readonly afterMs: number }
  | { readonly kind: "give-up" };

/** Nobody waits longer than this for an error to go away by itself. */
const mostAttempts = 100;

/**
 * Whether a call is repeated, and when. Never one that may have happened. Of several hooks, one that answers `retry`
 * suffices.
 */
export function decideRetry({ ended, attempt, answers, isStopping }: RetryFacts): RetryDecision {
  if (ended !== "failed" || attempt >= mostAttempts) return giveUp;
  if (answers === undefined) return { kind: "ask" };
  if (isStopping || !answers.includes("retry")) return giveUp;
  return { kind: "repeat", afterMs: 0 };
}

const giveUp: RetryDecision = { kind: "give-up" };
