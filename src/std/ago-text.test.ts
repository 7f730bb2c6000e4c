import { expect, test } from "vitest";
import { agoText } from "./ago-text.js";

test.each([
  [-5000, "just now"],
  [999, "just now"],
  [1000, "1 second ago"],
  [59_999, "59 seconds ago"],
  [60_000, "1 minute ago"],
  [3 * 60_000 + 59_000, "3 minutes ago"],
  [3_600_000, "1 hour ago"],
  [50 * 3_600_000, "2 days ago"],
  [NaN, "just now"],
])("%d", (ms, text) => {
  expect(agoText(ms)).toBe(text);
});
