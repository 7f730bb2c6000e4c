import { expect, test } from "vitest";
import { agoText, durationText } from "./duration-text.js";

test.each([
  [20, "20 ms"],
  [1000, "1 second"],
  [1500, "1500 ms"],
  [90_000, "90 seconds"],
  [600_000, "10 minutes"],
  [3_600_000, "1 hour"],
  [5_400_000, "90 minutes"],
])("%i ms are %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

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
