import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultsIn, type Figures, type Ledger } from "./ledger.js";
import { promises } from "./promises.js";
import { layersOfProof, reliabilityPage } from "./reliability-page.js";

const root = new URL("../..", import.meta.url).pathname;
const layers = Object.keys(layersOfProof) as (keyof Ledger["layers"])[];

/** One number for every layer, and one more figure for the lock. */
function sample(tried: number, more: Figures = {}): Ledger {
  const each = layers.map((layer) => [layer, { tried, violations: 0, ...(layer === "lock" && more) }]);
  return {
    version: "1.2.3",
    node: "20.0.0",
    processors: 2,
    minutes: 50,
    layers: Object.fromEntries(each),
  };
}

/** The page as the last full run wrote it, once there was one. */
const ledgers = [`${root}/docs/reliability.json`].filter((path) => existsSync(path));

test.each(ledgers)("the page says what the last full run counted: %s", (path) => {
  const ledger = JSON.parse(readFileSync(path, "utf8")) as Ledger;
  expect(readFileSync(`${root}/docs/reliability.md`, "utf8")).toBe(reliabilityPage(ledger));
  expect(faultsIn(ledger)).toEqual([]);
});

test("a page has every promise with its limit, and every figure", () => {
  const page = reliabilityPage(sample(20_000, { doubleHolders: 0 }));
  for (const { promise, limit } of promises) {
    expect(page).toContain(`| ${promise} | `);
    expect(page).toContain(limit);
  }
  expect(page).toContain("| tried | 20,000 |");
  expect(page).toContain("| double holders | 0 |");
});

test("what must not be is not written down as proof", () => {
  expect(faultsIn(sample(5))).toEqual([]);
  expect(faultsIn(sample(5, { doubleHolders: 1 }))).toEqual(["lock: doubleHolders"]);
  expect(faultsIn(sample(0))).toContain("lock: nothing was tried");
});

test.each(layers)("%s shows a promise, and can be run by itself", (layer) => {
  expect(promises.some((promised) => promised.layers.includes(layer))).toBe(true);
  const { command } = layersOfProof[layer];
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as { scripts: object };
  const [, script = ""] = /^npm run (\S+)/.exec(command) ?? [];
  const [path = ""] = /tests\/\S+/.exec(command) ?? [];
  expect(script in scripts || existsSync(`${root}/${path}`)).toBe(true);
});
