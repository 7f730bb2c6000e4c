import { expect, test } from "vitest";
import { unknown } from "../model/index.js";
import { decideRepeat, type RepeatFacts } from "./decide-repeat.js";

const facts: RepeatFacts = {
  before: { name: "logs", acl: "private", tags: { owner: "ana" } },
  after: { name: "logs", acl: "private", tags: { owner: "ana" } },
  isReplacing: false,
  replaceOn: ["name"],
  ignoreChanges: [],
  isEquivalent: () => false,
  bookkeeping: [],
};

test.each<[what: string, facts: Partial<RepeatFacts>, next: "update" | "replace" | undefined]>([
  ["the same is asked for", {}, undefined],
  ["another value is", { after: { ...facts.after, acl: "public" } }, "update"],
  ["a value is not any more", { after: { name: "logs", tags: { owner: "ana" } } }, "update"],
  ["a value is known after apply", { after: { ...facts.after, acl: unknown } }, "update"],
  ["a field that identifies it is another", { after: { ...facts.after, name: "log" } }, "replace"],
  [
    "the program lets another field replace it",
    { after: { ...facts.after, tags: { owner: "bo" } }, replaceOn: ["name", "tags.owner"] },
    "replace",
  ],
  [
    "what changed is not acted on",
    { after: { ...facts.after, tags: { owner: "bo" } }, ignoreChanges: ["tags.owner"] },
    undefined,
  ],
  [
    "what changed is another spelling",
    { after: { ...facts.after, acl: "Private" }, isEquivalent: (field) => field === "acl" },
    undefined,
  ],
])("%s", (_, some, next) => {
  const reasons = [{ kind: "repeated", ...(next && { next }) }];
  expect(decideRepeat({ ...facts, ...some })).toEqual({ action: "create", reasons });
});

test("what the stack remembers of it is recorded behind it, or along with a change", () => {
  const some = { ...facts, bookkeeping: ["options"] };
  const recorded = { kind: "bookkeeping", what: ["options"] };
  expect(decideRepeat(some).reasons).toEqual([{ kind: "repeated" }, recorded]);
  const changed = { ...some, after: { ...facts.after, acl: "public" } };
  expect(decideRepeat(changed).reasons).toEqual([{ kind: "repeated", next: "update" }]);
});

test("what it takes the place of is removed behind it", () => {
  expect(decideRepeat({ ...facts, isReplacing: true })).toEqual({
    action: "replace",
    reasons: [{ kind: "repeated" }],
    replaceOrder: "create-first",
  });
});
