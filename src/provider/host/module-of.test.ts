import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moduleOf } from "./module-of.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "coconut-module-")));

beforeAll(() => {
  const manifests = {
    "sky/package.json": { name: "@acme/sky", coconut: { packages: { cloud: "./dist/cloud.js" } } },
    "many/package.json": {
      name: "@acme/many",
      exports: {
        ".": "./a.js",
        "./rain": { types: "./rain.d.ts", default: "./dist/rain.js" },
        "./snow": "./snow.js",
      },
      coconut: { packages: { rain: "./dist/rain.js", snow: "./snow.js", hail: "./hail.js" } },
    },
    "one/package.json": {
      name: "@acme/one",
      exports: { types: "./fog.d.ts", import: "./fog.js" },
      coconut: { packages: { fog: "./fog.js" } },
    },
    "sky/dist/package.json": { type: "module" },
    "sky/examples/named/package.json": { name: "named" },
    "shop/package.json": { name: "shop" },
    "shop/node_modules/@acme/storm/package.json": { name: "@acme/storm" },
  };
  for (const [file, manifest] of Object.entries(manifests)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), JSON.stringify(manifest));
  }
});
afterAll(() => rmSync(root, { recursive: true }));

test.each<[why: string, file: string, project: string, name: string, module: string]>([
  ["the project's own", "shop/providers/cloud.ts", "shop", "cloud", "./providers/cloud.ts"],
  ["beside the project", "shop/providers/cloud.ts", "shop/app", "cloud", "../providers/cloud.ts"],
  ["installed", "shop/node_modules/@acme/storm/a.js", "shop", "storm", "@acme/storm"],
  ["of another package", "sky/dist/cloud.js", "shop", "cloud", "@acme/sky"],
  ["one of several", "many/dist/rain.js", "shop", "rain", "@acme/many/rain"],
  ["another of them", "many/snow.js", "shop", "snow", "@acme/many/snow"],
  ["exported as the package itself", "one/fog.js", "shop", "fog", "@acme/one"],
  ["one that is not exported", "many/hail.js", "shop", "hail", "@acme/many"],
  ["of the package that the project is in", "sky/dist/cloud.js", "sky/examples/a", "cloud", "@acme/sky"],
  ["the same for one with a name", "sky/dist/cloud.js", "sky/examples/named", "cloud", "@acme/sky"],
  ["not claimed by that package", "sky/dist/storm.js", "sky/examples/a", "storm", "../../dist/storm.js"],
  ["the example's own", "sky/examples/a/cloud.ts", "sky/examples/a", "cloud", "./cloud.ts"],
  ["the package's own project", "sky/src/cloud.ts", "sky", "cloud", "./src/cloud.ts"],
])("a provider is %s", (_, file, project, name, module) => {
  expect(moduleOf(join(root, file), join(root, project), name)).toBe(module);
});
