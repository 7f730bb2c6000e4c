import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { locate } from "./locate.js";

const base = resolve("/project");

test.each([
  [{ path: "a/b.txt" }, resolve("/project/a/b.txt")],
  [{ path: "../b.txt" }, resolve("/b.txt")],
  [{ path: resolve("/etc/b.txt") }, resolve("/etc/b.txt")],
  [{ uri: pathToFileURL("/a b/ü.txt").href }, resolve("/a b/ü.txt")],
])("%j is a file", (source, path) => {
  expect(locate(source, base)).toEqual({ kind: "file", path });
});

test("http and https lead to the web", () => {
  expect(locate({ uri: "https://example.com/a" }, base)).toMatchObject({ kind: "web" });
  expect(locate({ uri: "http://example.com/a" }, base)).toMatchObject({ kind: "web" });
});

test.each([
  ["", "asset/malformed-url"],
  ["a.txt", "asset/malformed-url"],
  ["https://", "asset/malformed-url"],
  ["https://[::1", "asset/malformed-url"],
  ["file:a.txt", "asset/malformed-url"],
  ["file:./a.txt", "asset/malformed-url"],
  ["file:///a%2Fb", "asset/malformed-url"],
  ["ftp://example.com/a", "asset/unsupported-scheme"],
  ["data:text/plain,hello", "asset/unsupported-scheme"],
  ["s3://bucket/key", "asset/unsupported-scheme"],
  ["javascript:alert(1)", "asset/unsupported-scheme"],
])("%j is refused", (uri, code) => {
  expect(() => locate({ uri }, base)).toThrow(new RegExp(code));
});

test.each([
  ["ftp://user:pass@example.com/a?signature=topsecret", "ftp://example.com/a?…"],
  ["https://user:pass@[::1/a?signature=topsecret", "https://[::1/a?…"],
])("no password or signature is shown of %s", (uri, shown) => {
  const attempt = () => locate({ uri }, base);
  expect(attempt).toThrow(shown);
  expect(attempt).not.toThrow(/pass|topsecret/);
});
