import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mustBeNone, type Ledger } from "./ledger.js";
import { promises } from "./promises.js";
import { layersOfProof, reliabilityPage } from "./reliability-page.js";

const root = new URL("../..", import.meta.url).pathname;
const ledger = JSON.parse(readFileSync(`${root}/docs/reliability.json`, "utf8")) as Ledger;

test("the page says what the last full run counted", () => {
  expect(readFileSync(`${root}/docs/reliability.md`, "utf8")).toBe(reliabilityPage(ledger));
});

describe.each(Object.keys(layersOfProof) as (keyof Ledger["layers"])[])("%s", (layer) => {
  const figures = ledger.layers[layer];

  test("was played, and found nothing that must not be", () => {
    const counted = Object.entries(figures);
    expect(counted.some(([figure, count]) => count > 0 && !mustBeNone.includes(figure))).toBe(true);
    expect(counted.some(([figure]) => mustBeNone.includes(figure))).toBe(true);
    expect(counted.filter(([figure, count]) => mustBeNone.includes(figure) && count !== 0)).toEqual([]);
  });

  test("shows a promise", () => {
    expect(promises.some(({ layers }) => layers.includes(layer))).toBe(true);
  });

  test("can be run by itself", () => {
    const { command } = layersOfProof[layer];
    const scripts = (JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as { scripts: object }).scripts;
    const [, , script = ""] = /^(npm run )(\S+)/.exec(command) ?? [];
    const [, path = ""] = /(tests\/\S+)/.exec(command) ?? [];
    expect(script in scripts || existsSync(`${root}/${path}`)).toBe(true);
  });
});

test("a figure that must be none is not overlooked", () => {
  const all = new Set(Object.values(ledger.layers).flatMap((figures) => Object.keys(figures)));
  expect(mustBeNone.filter((figure) => !all.has(figure))).toEqual([]);
});
