import { expect, test } from "vitest";
import { isAtLeast } from "./version-order.js";

test.each<[string, string, boolean]>([
  ["20.19.0", "20.19", true],
  ["20.18.9", "20.19", false],
  ["22.0.0", "20.19", true],
  ["v20.20.2", "20.19", true],
  ["1.10.0", "1.9.0", true],
  ["1.9.0", "1.10.0", false],
  ["2.0.0-beta.1", "2.0.0", true],
  ["1.0.0", "unknown", true],
])("%s is at least %s: %s", (version, other, answer) => {
  expect(isAtLeast(version, other)).toBe(answer);
});
