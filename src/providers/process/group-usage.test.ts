import { expect, test } from "vitest";
import { secondsOf } from "./group-usage.js";

test.each([
  ["0:00.00", 0],
  ["1:02.5", 62.5],
  ["01:02:03", 3723],
  ["2-01:02:03", 2 * 86_400 + 3723],
])("%s is %d seconds", (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});
