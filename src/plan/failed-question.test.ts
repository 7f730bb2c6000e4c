import { expect, test } from "vitest";
import { isFailedQuestion } from "./failed-question.js";

test.each<[isFailed: boolean, code: string]>([
  [true, "provider/hook-failed"],
  [true, "provider/invalid-answer"],
  [true, "engine/no-answer"],
  [false, "provider/invalid-input"],
  [false, "provider/no-such-type"],
  [false, "provider/no-lookup"],
  [false, "provider/newer-state"],
  [false, "provider/invalid-setting"],
  [false, "engine/not-found"],
  [false, "engine/cycle"],
  [false, "engine/protected"],
  [false, "engine/plan-file-other-program"],
  [false, "program/callback-threw"],
])("%s: %s is a question that failed", (isFailed, code) => {
  expect(isFailedQuestion({ code })).toBe(isFailed);
});
