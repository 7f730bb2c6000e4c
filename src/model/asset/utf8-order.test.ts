import fc from "fast-check";
import { expect, test } from "vitest";
import { compareUtf8 } from "./utf8-order.js";

const bytes = (text: string) => new TextEncoder().encode(text);

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const index = left.findIndex((byte, at) => byte !== right[at]);
  if (index < 0) return left.length - right.length;
  return left[index]! - (right[index] ?? -1);
}

test("strings are in the order of their UTF-8 bytes", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(Math.sign(compareUtf8(left, right))).toBe(Math.sign(compareBytes(bytes(left), bytes(right))));
    }),
  );
});

test("which is not that of UTF-16 units", () => {
  const names = ["\uFB01", "😀"];
  expect([...names].sort()).toEqual(["😀", "\uFB01"]);
  expect([...names].sort(compareUtf8)).toEqual(names);
});
