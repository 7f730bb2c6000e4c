import { expect, test } from "vitest";
import { parseTime } from "./parse-time.js";

const now = new Date("2024-05-02T10:00:00Z");

test.each([
  ["30s", "2024-05-02T09:59:30.000Z"],
  ["10m", "2024-05-02T09:50:00.000Z"],
  ["2h", "2024-05-02T08:00:00.000Z"],
  ["7d", "2024-04-25T10:00:00.000Z"],
  ["2024-05-01", "2024-05-01T00:00:00.000Z"],
  ["2024-05-01T12:00:00+02:00", "2024-05-01T10:00:00.000Z"],
  ["999999999d", undefined],
  ["yesterday", undefined],
  ["10", undefined],
  ["-10m", undefined],
  ["2024-13-01", undefined],
  ["2024-05-01 10:00", undefined],
])("%s", (text, expected) => {
  expect(parseTime(text, now)?.toISOString()).toBe(expected);
});
