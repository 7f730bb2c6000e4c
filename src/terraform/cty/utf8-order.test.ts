import fc from "fast-check";
import { expect, it } from "vitest";
import { compareUtf8 } from "./utf8-order.js";

it("is the order of the UTF-8 bytes", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(fc.constantFrom("a", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"))
      .map((all) => all.join("")),
  );
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(Math.sign(compareUtf8(one, other))).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)));
    }),
  );
});
