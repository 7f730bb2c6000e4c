import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { awkwardCanary, canary, shortCanary } from "./canary.js";
import { Scanner } from "./scanner.js";
import { forms, spelled } from "./spellings.js";

const secrets = { plain: canary("control"), awkward: awkwardCanary("control") };

function scannerOfAll(): Scanner {
  const scanner = new Scanner();
  for (const [name, secret] of Object.entries(secrets)) scanner.add(name, secret);
  scanner.add("other", canary("other"));
  return scanner;
}

describe("what is planted is found", () => {
  test.each(Object.keys(secrets).flatMap((name) => forms.map((form) => [name, form] as const)))(
    "%s, as %s",
    (name, form) => {
      const secret = Buffer.from(secrets[name as keyof typeof secrets]);
      const planted = Buffer.concat([Buffer.from("some text "), spelled(secret, form), Buffer.from(" more")]);
      const found = scannerOfAll().scan(planted);
      expect(found.map((each) => each.secret)).toContain(name);
      expect(found.map((each) => each.secret)).not.toContain("other");
    },
  );

  test("twelve characters from its middle", () => {
    const [found] = scannerOfAll().scan(Buffer.from(`begins with ${secrets.plain.slice(20, 32)}…`));
    expect(found).toMatchObject({ secret: "plain", form: "raw" });
  });

  test("base64 of a text that it is a part of, wherever it begins", () => {
    for (const before of ["", "a", "ab", "abc", "user:"]) {
      const encoded = Buffer.from(`${before}${secrets.plain}@host`).toString("base64");
      expect(scannerOfAll().scan(Buffer.from(encoded))).not.toEqual([]);
    }
  });

  test("what is compressed, among other bytes", () => {
    const packed = gzipSync(`a log\n${secrets.awkward}\n`);
    const found = scannerOfAll().scan(Buffer.concat([Buffer.from("header"), packed, Buffer.alloc(100)]));
    expect(found[0]).toMatchObject({ secret: "awkward", inside: "gzip" });
  });

  test("one that is short, as a whole", () => {
    const scanner = new Scanner();
    scanner.add("short", shortCanary("control"));
    expect(scanner.scan(Buffer.from(`the code is ${shortCanary("control")}.`))).toHaveLength(1);
    expect(scanner.scan(Buffer.from(`the code is ${shortCanary("control").slice(0, 4)}.`))).toEqual([]);
  });
});

test("what is not there is not found", () => {
  const scanner = scannerOfAll();
  const bytes = Buffer.concat([Buffer.from(secrets.plain.slice(0, 11)), Buffer.from(canary("third"))]);
  expect(scanner.scan(bytes)).toEqual([]);
  expect(scanner.scannedBytes).toBe(bytes.length);
});
