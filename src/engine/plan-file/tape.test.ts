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
  ["with different inputs", { request: { mode: "create", inputs: { name: "b" } } }, false],
  ["of a different configuration", { config: { account: "other" } }, false],
  ["about a different resource", { urn: "other" }, false],
  ["that is not an object", { request: "text" }, false],
])("a question %s", (_, other, isSame) => {
  expect(questionKey({ ...question, ...other }) === key).toBe(isSame);
});
