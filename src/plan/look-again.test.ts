import { expect, test } from "vitest";
import { lookAgainAfter } from "./look-again.js";

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
