import { expect, test } from "vitest";
import { elapsedText, runningText } from "./elapsed-text.js";

test.each<[number, string, string]>([
  [-1, "0 ms", "0 s"],
  [0.2, "0 ms", "0 s"],
  [12.4, "12 ms", "0 s"],
  [999.4, "999 ms", "0 s"],
  [999.6, "1.0 s", "0 s"],
  [3_449, "3.4 s", "3 s"],
  [9_949, "9.9 s", "9 s"],
  [9_951, "10 s", "9 s"],
  [59_400, "59 s", "59 s"],
  [59_600, "1 min 0 s", "59 s"],
  [125_000, "2 min 5 s", "2 min 5 s"],
  [3_780_000, "1 h 3 min", "1 h 3 min"],
])("%d ms", (durationMs, elapsed, running) => {
  expect(elapsedText(durationMs)).toBe(elapsed);
  expect(runningText(durationMs)).toBe(running);
});
