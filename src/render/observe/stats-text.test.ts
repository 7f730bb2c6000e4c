import { expect, test } from "vitest";
import { counterText, type Counter } from "./stats-text.js";

test.each<[Counter, string]>([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [-1234567, "-1,234,567"],
  [0.123456, "0.123"],
  [1234.5, "1,234.5"],
  [1e21, "1e+21"],
  [Number.NaN, "NaN"],
  [Infinity, "Infinity"],
  [{ value: 12, unit: "g" }, "12 g"],
  [{ value: 12345, unit: "requests" }, "12,345 requests"],
  [{ value: 12.5, unit: "%" }, "12.5 %"],
  [{ value: 1023, unit: "B" }, "1,023 B"],
  [{ value: 1024, unit: "B" }, "1.0 KiB"],
  [{ value: 1024 * 1024 - 1, unit: "B" }, "1.0 MiB"],
  [{ value: 13_000_000, unit: "bytes" }, "12.4 MiB"],
  [{ value: 3 * 1024 ** 6, unit: "B" }, "3072.0 PiB"],
  [{ value: 12, unit: "ms" }, "12 ms"],
  [{ value: 3400, unit: "ms" }, "3.4 s"],
  [{ value: 125, unit: "s" }, "2 min 5 s"],
])("%j is %s", (counter, text) => {
  expect(counterText(counter)).toBe(text);
});
