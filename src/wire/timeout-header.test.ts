import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTimeout, parseTimeout } from "./timeout-header.js";

test.each([
  [0, "0m"],
  [-5, "0m"],
  [0.2, "1m"],
  [1500, "1500m"],
  [99_999_999, "99999999m"],
  [100_000_000, "100000S"],
  [100_000_001, "100001S"],
  [1e12, "16666667M"],
  [1e15, "99999999H"],
])("%d ms is sent as %s", (milliseconds, text) => {
  expect(formatTimeout(milliseconds)).toBe(text);
});

test.each([
  ["1H", 3_600_000],
  ["2M", 120_000],
  ["3S", 3000],
  ["4m", 4],
  ["5000u", 5],
  ["6000000n", 6],
  ["0n", 0],
  ["123456789m", undefined],
  ["1", undefined],
  ["m", undefined],
  ["-1m", undefined],
  ["1.5S", undefined],
  ["1h", undefined],
  [" 1m", undefined],
])("%j is %s ms", (text, milliseconds) => {
  expect(parseTimeout(text)).toBe(milliseconds);
});

test("a sent time is never shorter, and at most a minute longer", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 5e12, noNaN: true }), (milliseconds) => {
      const sent = parseTimeout(formatTimeout(milliseconds)) as number;
      expect(sent).toBeGreaterThanOrEqual(milliseconds);
      expect(sent - milliseconds).toBeLessThanOrEqual(60_000);
    }),
  );
});
