import { expect, test } from "vitest";
import { unknown } from "../model/index.js";
import { decideRepeat, type RepeatFacts } from "./decide-repeat.js";

const facts: RepeatFacts = {
  then: { name: "logs", acl: "private", tags: { owner: "ana" } },
  now: { name: "logs", acl: "private", tags: { owner: "ana" } },
  isReplacing: false,
  replaceOn: ["name"],
  ignoreChanges: [],
  isEquivalent: () => false,
};

test.each<[what: string, facts: Partial<RepeatFacts>, then: "update" | "replace" | undefined]>([
  ["the same is asked for", {}, undefined],
  ["another value is", { now: { ...facts.now, acl: "public" } }, "update"],
  ["a value is not any more", { now: { name: "logs", tags: { owner: "ana" } } }, "update"],
  ["a value is known after apply", { now: { ...facts.now, acl: unknown } }, "update"],
  ["a field that identifies it is another", { now: { ...facts.now, name: "log" } }, "replace"],
  [
    "the program lets another field replace it",
    { now: { ...facts.now, tags: { owner: "bo" } }, replaceOn: ["name", "tags.owner"] },
    "replace",
  ],
  [
    "what changed is not acted on",
    { now: { ...facts.now, tags: { owner: "bo" } }, ignoreChanges: ["tags.owner"] },
    undefined,
  ],
  [
    "what changed is another spelling",
    { now: { ...facts.now, acl: "Private" }, isEquivalent: (field) => field === "acl" },
    undefined,
  ],
])("%s", (_, some, then) => {
  const reasons = [{ kind: "repeated", ...(then && { then }) }];
  expect(decideRepeat({ ...facts, ...some })).toEqual({ action: "create", reasons });
});

test("what it takes the place of is removed behind it", () => {
  expect(decideRepeat({ ...facts, isReplacing: true })).toEqual({
    action: "replace",
    reasons: [{ kind: "repeated" }],
    replaceOrder: "create-first",
  });
});
