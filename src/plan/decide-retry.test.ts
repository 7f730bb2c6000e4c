import { expect, test } from "vitest";
import { decideRetry, type RetryDecision, type RetryFacts } from "./decide-retry.js";

const failed: RetryFacts = {
  ended: "failed",
  isRetryable: false,
  attempt: 1,
  answers: [],
  isStopping: false,
  retry: undefined,
};
const retry = { attempts: 4, delay: 1000 };
const after = (afterMs: number): RetryDecision => ({ kind: "repeat", afterMs });
const giveUp: RetryDecision = { kind: "give-up" };
const atOnce: RetryDecision = { kind: "repeat", afterMs: 0 };

test.each<[string, Partial<RetryFacts>, RetryDecision]>([
  ["hooks are asked first", { answers: undefined }, { kind: "ask" }],
  ["no hook says anything", {}, giveUp],
  ["a hook says to give up", { answers: ["fail"] }, giveUp],
  ["a hook asks for another call", { answers: ["retry"] }, atOnce],
  ["one of several hooks does", { answers: [undefined, "retry", "fail"] }, atOnce],
  ["the last call but one", { answers: ["retry"], attempt: 99 }, atOnce],
  ["there is an end to it", { answers: ["retry"], attempt: 100 }, giveUp],
  ["nobody is asked after the last call", { answers: undefined, attempt: 100 }, giveUp],
  ["the run is being stopped", { answers: ["retry"], isStopping: true }, giveUp],
  ["hooks are told of an error all the same", { answers: undefined, isStopping: true }, { kind: "ask" }],
  ["it may have happened", { ended: "uncertain", answers: ["retry"] }, giveUp],
  ["of what may have happened nobody is asked", { ended: "uncertain", answers: undefined }, giveUp],
  ["the object is there, and not complete", { ended: "unfinished", answers: undefined }, giveUp],
  ["it is done", { ended: "done", answers: undefined }, giveUp],
  ["the provider says so, and no option", { isRetryable: true }, giveUp],
  ["the option alone", { retry }, giveUp],
  ["the provider says so", { retry, isRetryable: true }, after(1000)],
  ["each wait is twice as long", { retry, isRetryable: true, attempt: 2 }, after(2000)],
  ["until the calls are used up", { retry, isRetryable: true, attempt: 3 }, after(4000)],
  ["all calls have been made", { retry, isRetryable: true, attempt: 4 }, giveUp],
  ["one call is no retry", { retry: { ...retry, attempts: 1 }, isRetryable: true }, giveUp],
  ["a wait", { retry: { attempts: 100, delay: 7 }, isRetryable: true, attempt: 5 }, after(112)],
  ["the longest wait", { retry: { attempts: 100, delay: 7 }, isRetryable: true, attempt: 99 }, after(112)],
  ["a hook asks, and the option says when", { retry, answers: ["retry"] }, after(1000)],
  ["and how often", { retry, answers: ["retry"], attempt: 4 }, giveUp],
  ["a hook says nothing to it", { retry, isRetryable: true, answers: [undefined] }, after(1000)],
  ["a hook knows better than the provider", { retry, isRetryable: true, answers: ["fail"] }, giveUp],
  ["it is stopped", { retry, isRetryable: true, isStopping: true }, giveUp],
  [
    "uncertain, with all reasons",
    { ended: "uncertain", retry, isRetryable: true, answers: ["retry"] },
    giveUp,
  ],
])("%s", (_, facts, expected) => {
  expect(decideRetry({ ...failed, ...facts })).toEqual(expected);
});
