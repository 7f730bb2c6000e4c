import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeStatusMessage, encodeStatusMessage } from "./status-message.js";

test.each([
  ["", ""],
  ["plain text, with ~ and $", "plain text, with ~ and $"],
  ["100 %", "100 %25"],
  ["two\r\nlines", "two%0D%0Alines"],
  ["füll €", "f%C3%BCll %E2%82%AC"],
  ["\u{1f965}", "%F0%9F%A5%A5"],
  ["\x7f", "%7F"],
])("%j is encoded as %j", (text, encoded) => {
  expect(encodeStatusMessage(text)).toBe(encoded);
  expect(decodeStatusMessage(encoded)).toBe(text);
});

test.each([
  ["100 %", "100 %"],
  ["%zz %2", "%zz %2"],
  ["%c3%bc", "ü"],
  ["%FF", "\ufffd"],
  ["already ü %25", "already ü %"],
])("the invalid %j is decoded as %j", (encoded, text) => {
  expect(decodeStatusMessage(encoded)).toBe(text);
});

test("every text survives as printable ASCII", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const encoded = encodeStatusMessage(text);
      expect(encoded).toMatch(/^[ -~]*$/);
      expect(decodeStatusMessage(encoded)).toBe(text);
    }),
  );
});
