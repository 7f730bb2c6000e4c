import { createHash, createHmac, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Hmac } from "./hmac.js";

describe("an HMAC", () => {
  // The first two cases of RFC 4231 whose key is no longer than a block.
  it.each([
    ["0b".repeat(20), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
    [
      Buffer.from("Jefe").toString("hex"),
      "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ],
  ])("under %s is that of the standard", (key, text, expected) => {
    const found = new Hmac(Buffer.from(key, "hex")).of(text);
    expect(Buffer.from(found, "base64").toString("hex")).toBe(expected);
  });

  it("is the one of Node for texts of any length and any characters, whichever came before", () => {
    const key = randomBytes(32);
    const hmac = new Hmac(key);
    const texts = [
      "",
      "a",
      "é€😀".repeat(50),
      "x".repeat(100_000),
      "\ud800",
      "short",
      "€".repeat(400_000),
      "b",
    ];
    for (const text of texts)
      expect(hmac.of(text)).toBe(createHmac("sha256", key).update(text).digest("base64"));
  });

  it("returns the inner digest with the code, which depends on the key", () => {
    const key = randomBytes(32);
    const inner = Buffer.alloc(64, 0x36);
    for (const [index, byte] of key.entries()) inner[index]! ^= byte;
    for (const text of ["", "a", "€".repeat(40_000), "b"]) {
      const expected = createHash("sha256").update(inner).update(text).digest("binary");
      expect(new Hmac(key).withInner(text)).toEqual([new Hmac(key).of(text), expected]);
      expect(new Hmac(randomBytes(32)).withInner(text)[1]).not.toBe(expected);
    }
  });

  it("takes no key that would have to be shortened first", () => {
    expect(() => new Hmac(Buffer.alloc(65))).toThrow(/longer than a block/);
  });
});
