import { expect, test } from "vitest";
import { maySendTo, urlText } from "./safe-url.js";

test.each([
  ["https://example.com/a", "https://other.example.com/b", true],
  ["https://example.com/a", "http://example.com/a", false],
  ["https://example.com/a", "http://127.0.0.1/a", false],
  ["https://example.com/a", "ftp://example.com/a", false],
  ["https://127.0.0.1/a", "http://localhost:8080/a", true],
  ["http://127.0.0.1/a", "http://127.0.0.2/a", true],
  ["http://[::1]/a", "http://127.0.0.1/a", true],
  ["http://127.0.0.1/a", "http://127.0.0.1.example.com/a", false],
  ["http://127.0.0.1/a", "http://2130706433/a", true],
  ["http://127.0.0.1/a", "file:///etc/passwd", false],
])("a document at %s may name %s: %s", (from, to, expected) => {
  expect(maySendTo(new URL(to), new URL(from))).toBe(expected);
});

test("a URL is printed without its secrets", () => {
  expect(urlText(new URL("https://user:password@example.com:8443/a?token=secret#part"))).toBe(
    "https://example.com:8443/a?…",
  );
});
