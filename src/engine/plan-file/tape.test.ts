import { expect, test } from "vitest";
import { questionKey, type TapedQuestion } from "./tape.js";

const question: TapedQuestion = {
  package: { name: "cloud", version: "1.0.0", module: "cloud" },
  config: { account: "main" },
  kind: "plan",
  urn: "urn",
  request: { mode: "create", inputs: { name: "a" } },
};
const key = questionKey(question);

test.each<[what: string, other: Partial<TapedQuestion>, isSame: boolean]>([
  [
    "with a function, such as a seed",
    { request: { ...(question.request as object), seed: () => "1" } },
    true,
  ],
  ["with other inputs", { request: { mode: "create", inputs: { name: "b" } } }, false],
  ["of another configuration", { config: { account: "other" } }, false],
  ["about another resource", { urn: "other" }, false],
  ["that is no object", { request: "text" }, false],
])("a question %s", (_, other, isSame) => {
  expect(questionKey({ ...question, ...other }) === key).toBe(isSame);
});
