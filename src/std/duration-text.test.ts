import { expect, test } from "vitest";
import { durationText } from "./duration-text.js";

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
