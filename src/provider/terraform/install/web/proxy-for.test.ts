import { expect, test } from "vitest";
import { proxyFor } from "./proxy-for.js";

const proxy = "http://proxy.example.com:3128";

test.each<[url: string, environment: Record<string, string>, proxy: string | undefined]>([
  ["https://example.com/a", {}, undefined],
  ["https://example.com/a", { HTTPS_PROXY: proxy }, `${proxy}/`],
  ["https://example.com/a", { https_proxy: proxy }, `${proxy}/`],
  ["https://example.com/a", { HTTPS_PROXY: proxy, https_proxy: "http://other.example.com" }, `${proxy}/`],
  ["https://example.com/a", { HTTPS_PROXY: "proxy.example.com:3128" }, `${proxy}/`],
  [
    "https://example.com/a",
    { HTTPS_PROXY: "https://me:pw@proxy.example.com" },
    "https://me:pw@proxy.example.com/",
  ],
  ["https://example.com/a", { HTTPS_PROXY: "socks5://proxy.example.com" }, undefined],
  ["https://example.com/a", { HTTPS_PROXY: "http://" }, undefined],
  ["https://example.com/a", { HTTPS_PROXY: " " }, undefined],
  ["https://example.com/a", { HTTP_PROXY: proxy }, undefined],
  ["http://127.0.0.1/a", { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }, undefined],
  ["https://127.0.0.1/a", { HTTPS_PROXY: proxy }, undefined],
  ["https://localhost/a", { HTTPS_PROXY: proxy }, undefined],
  ["https://[::1]/a", { HTTPS_PROXY: proxy }, undefined],
])("%s with %j has the proxy %s", (url, environment, expected) => {
  expect(proxyFor(new URL(url), environment)?.href).toBe(expected);
});

test.each<[list: string, isExempt: boolean]>([
  ["example.com", true],
  ["EXAMPLE.com", true],
  ["com", true],
  [".example.com", false],
  ["other.example.com, example.com", true],
  ["other.example.com example.com", true],
  ["*", true],
  ["ample.com", false],
  ["example.com:443", true],
  ["example.com:8443", false],
  ["", false],
  [",", false],
])("NO_PROXY %j exempts https://example.com: %s", (list, isExempt) => {
  const found = proxyFor(new URL("https://example.com/a"), { HTTPS_PROXY: proxy, NO_PROXY: list });
  expect(found === undefined).toBe(isExempt);
});

test.each([".example.com", "*.example.com", "example.com", "no.example.com"])(
  "NO_PROXY %j exempts hosts in it",
  (list) => {
    expect(
      proxyFor(new URL("https://no.example.com/a"), { HTTPS_PROXY: proxy, no_proxy: list }),
    ).toBeUndefined();
  },
);
