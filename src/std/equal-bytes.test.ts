import { expect, it } from "vitest";
import { equalBytes } from "./equal-bytes.js";

it.each([
  [[], [], true],
  [undefined, [], true],
  [[1, 2], [1, 2], true],
  [[1, 2], [1, 3], false],
  [[1, 2], [1], false],
  [undefined, [0], false],
])("%j and %j: %s", (one, other, expected) => {
  expect(equalBytes(one && Uint8Array.from(one), other && Uint8Array.from(other))).toBe(expected);
});
