import { expect, test } from "vitest";
import { lateForMs, lookAgainAfter, staleForMs } from "./look-again.js";

test.each<[windowMs: number, waitedMs: number, afterMs: number | undefined]>([
  [0, 0, undefined],
  [500, 0, 500],
  [500, 500, undefined],
  [10_000, 0, 1000],
  [10_000, 1000, 1000],
  [10_000, 2000, 2000],
  [10_000, 4000, 4000],
  [10_000, 8000, 2000],
  [10_000, 10_000, undefined],
  [10_000, 11_000, undefined],
])("of a window of %i ms, %i ms have passed: look again after %s", (windowMs, waitedMs, afterMs) => {
  expect(lookAgainAfter({ windowMs, waitedMs })).toBe(afterMs);
});

test("one never waits longer than the window, whatever it is", () => {
  for (const windowMs of [1, 999, 1000, 1001, 60_000, 600_000]) {
    let waitedMs = 0;
    for (let next = lookAgainAfter({ windowMs, waitedMs }); next !== undefined;)
      next = lookAgainAfter({ windowMs, waitedMs: (waitedMs += next) });
    expect(waitedMs).toBe(windowMs);
  }
});

test.each<[what: string, changedAt: string | undefined, staleMs: number]>([
  ["this very moment", "2030-01-01T12:00:00.000Z", 10_000],
  ["four seconds ago", "2030-01-01T11:59:56.000Z", 6000],
  ["almost all of the window ago", "2030-01-01T11:59:50.001Z", 1],
  ["all of the window ago", "2030-01-01T11:59:50.000Z", 0],
  ["a year ago", "2029-01-01T12:00:00.000Z", 0],
  ["in the future, as the clock was set back", "2031-01-01T12:00:00.000Z", 10_000],
  ["at a time that state does not know", undefined, 0],
  ["at what is no time", "yesterday", 0],
])("an object that was changed %s", (_, changedAt, staleMs) => {
  expect(staleForMs({ windowMs: 10_000, changedAt, now: "2030-01-01T12:00:00Z" })).toBe(staleMs);
});

test.each<[what: string, seenAt: string | undefined, lateMs: number]>([
  ["this very moment", "2030-01-01T12:00:00.000Z", 30_000],
  ["eighteen seconds ago", "2030-01-01T11:59:42.000Z", 12_000],
  ["all of the window ago", "2030-01-01T11:59:30.000Z", 0],
  ["yesterday", "2029-12-31T12:00:00.000Z", 0],
  ["in the future, as the clock was set back", "2031-01-01T12:00:00.000Z", 30_000],
  ["at a time that nobody knows", undefined, 30_000],
  ["at what is no time", "yesterday", 30_000],
])("a run that gave its last sign of life %s", (_, seenAt, lateMs) => {
  expect(lateForMs({ windowMs: 30_000, seenAt, now: "2030-01-01T12:00:00Z" })).toBe(lateMs);
});
