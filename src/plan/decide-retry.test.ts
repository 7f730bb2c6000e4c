import { expect, test } from "vitest";
import { decideRetry, type RetryDecision, type RetryFacts } from "./decide-retry.js";

const failed: RetryFacts = { ended: "failed", attempt: 1, answers: [], isStopping: false };
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
])("%s", (_, facts, expected) => {
  expect(decideRetry({ ...failed, ...facts })).toEqual(expected);
});
