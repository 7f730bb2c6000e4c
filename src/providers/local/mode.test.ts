import * as v from "valibot";
import { expect, test } from "vitest";
import { modeBits, modeFault, modeField, printMode } from "./mode.js";

test.each([
  [0o644, 0o644, "0644"],
  ["644", 0o644, "0644"],
  ["0644", 0o644, "0644"],
  ["0o644", 0o644, "0644"],
  ["1777", 0o1777, "1777"],
  ["000", 0, "0000"],
  [0, 0, "0000"],
  [0o4755, 0o4755, "4755"],
] as const)("%j is %i and is printed as %s", (mode, bits, printed) => {
  expect(modeFault(mode)).toBeUndefined();
  expect(modeBits(mode)).toBe(bits);
  expect(printMode(mode)).toBe(printed);
});

test("of a status only the bits are printed", () => {
  expect(printMode(0o100644n)).toBe("0644");
  expect(printMode(0o41755n)).toBe("1755");
});

test.each([
  ["", "three or four octal digits"],
  ["64", "three or four octal digits"],
  ["rw-r--r--", "three or four octal digits"],
  ["0888", "three or four octal digits"],
  [-1, "an integer from 0 to 0o7777"],
  [0o10000, "an integer from 0 to 0o7777"],
  [1.5, "an integer from 0 to 0o7777"],
  [Number.NaN, "an integer from 0 to 0o7777"],
  [644, 'Use 0o644 or "0644"'],
  [755, 'Use 0o755 or "0755"'],
])("%j is no mode", (mode, fault) => {
  expect(modeFault(mode)).toContain(fault);
});

test("usual modes can be written as numbers", () => {
  for (const mode of [
    0o400, 0o444, 0o555, 0o600, 0o640, 0o644, 0o660, 0o664, 0o700, 0o750, 0o755, 0o775, 0o777,
  ])
    expect(modeFault(mode)).toBeUndefined();
});

test("a field of a mode has a default and one spelling, and says what is wrong", () => {
  const field = modeField("0644");
  expect(v.parse(field, undefined)).toBe("0644");
  expect(v.parse(field, 0o600)).toBe("0600");
  expect(v.parse(field, "600")).toBe("0600");
  expect(v.safeParse(field, 755).issues?.[0]?.message).toContain("0o755");
  expect(v.safeParse(field, true).success).toBe(false);
});
