import { expect, test } from "vitest";
import { sourceCandidates } from "./source-candidates.js";

test.each([
  ["./site.js", ["./site.ts", "./site.tsx"]],
  ["../a.b/site.jsx", ["../a.b/site.ts", "../a.b/site.tsx"]],
  ["./site.mjs", ["./site.mts"]],
  ["./site.cjs", []],
  ["./site.js?run=1", ["./site.ts?run=1", "./site.tsx?run=1"]],
  [
    "./site",
    ["./site.ts", "./site.mts", "./site.tsx", "./site/index.ts", "./site/index.mts", "./site/index.tsx"],
  ],
  ["./parts/", ["./parts/index.ts", "./parts/index.mts", "./parts/index.tsx"]],
  ["..", ["../index.ts", "../index.mts", "../index.tsx"]],
  ["file:///shop/site.js", ["file:///shop/site.ts", "file:///shop/site.tsx"]],
  ["/shop/site.js", ["/shop/site.ts", "/shop/site.tsx"]],
  ["site.js", []],
  ["@acme/site.js", []],
  ["node:fs", []],
  ["#site", []],
])("%s", (specifier, candidates) => {
  expect(sourceCandidates(specifier)).toEqual(candidates);
});
