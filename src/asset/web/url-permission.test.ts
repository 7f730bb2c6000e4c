import { describe, expect, test } from "vitest";
import { allowedAfter, permitAddress, permitUrl, type AllowPrivate } from "./url-permission.js";

describe("a redirect", () => {
  const list = ["artifacts.corp"];
  test.each<[from: string, address: string | undefined, allowed: AllowPrivate, after: AllowPrivate]>([
    ["https://example.com/a", "93.184.215.14", true, false],
    ["https://example.com/a", undefined, true, false],
    ["https://example.com/a", "93.184.215.14", list, list],
    ["https://example.com/a", "93.184.215.14", false, false],
    ["https://artifacts.corp/a", "10.1.2.3", true, true],
    ["https://artifacts.corp/a", "10.1.2.3", list, list],
    ["http://example.com/a", "93.184.215.14", true, true],
    ["http://localhost:8080/a", "::1", true, true],
  ])("from %s at %s, where %j is allowed", (from, address, allowed, after) => {
    expect(allowedAfter({ url: new URL(from), address }, allowed)).toEqual(after);
  });
});

describe("a host that is allowed by name", () => {
  test.each([
    ["http://localhost:8080/a", "localhost"],
    ["http://LOCALHOST/a", "Localhost"],
    ["http://127.0.0.1/a", "127.0.0.1"],
    ["http://2130706433/a", "127.0.0.1"],
    ["http://[::1]:80/a", "::1"],
    ["http://[0:0:0:0:0:0:0:1]/a", "0::1"],
    ["http://bücher.example/a", "bücher.example"],
  ])("%s by %s", (url, host) => {
    expect(() => permitUrl(new URL(url), [host])).not.toThrow();
    expect(() => permitAddress("10.1.2.3", new URL(url).hostname, [host])).not.toThrow();
  });

  test.each([
    ["http://localhost/a", ["localhost.example"], "asset/insecure-url"],
    ["http://a.localhost/a", ["localhost"], "asset/insecure-url"],
    ["http://localhost/a", ["", "http://localhost", "localhost/"], "asset/insecure-url"],
    ["https://10.0.0.1/a", ["10.0.0.2"], "asset/private-address"],
  ])("%s not by %j", (url, hosts, code) => {
    expect(() => permitUrl(new URL(url), hosts)).toThrow(code);
  });

  test("is named by the diagnostic of one that is not", () => {
    const hint = '"assets": { "allowPrivate": ["::1"] }';
    expect(() => permitUrl(new URL("https://[::1]/a"), [])).toThrow(hint);
    expect(() => permitUrl(new URL("http://[::1]/a"), [])).toThrow(hint);
  });
});
