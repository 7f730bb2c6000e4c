import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { ProofLayer } from "../support/proof.js";
import { faultsIn, mustBeNone, type Ledger } from "./ledger.js";
import { promises } from "./promises.js";
import { proofLayers } from "./prove-layers.js";
import { layersOfProof, reliabilityPage } from "./reliability-page.js";
import { sampleFigures, sampleLedger } from "./sample-ledger.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the page has the figures of the last full run, and no violations", () => {
  const ledger = JSON.parse(readFileSync(join(root, "docs/reliability.json"), "utf8")) as Ledger;
  expect(readFileSync(join(root, "docs/reliability.md"), "utf8")).toBe(reliabilityPage(ledger));
  expect(Object.keys(ledger.layers)).toEqual(proofLayers);
  expect(proofLayers.flatMap((layer) => faultsIn(layer, ledger.layers[layer].figures))).toEqual([]);
});

test("a page has every promise with its limit, and every figure", () => {
  const page = reliabilityPage(sampleLedger({ lock: { ...sampleFigures("lock"), acquisitions: 20_000 } }));
  for (const { promise, limit } of promises) {
    expect(page).toContain(`| ${promise} | `);
    expect(page).toContain(limit);
  }
  expect(page).toContain("| acquisitions | 20,000 |");
  expect(page).toContain("| double holders | 0 |");
  expect(page).toContain("A full run takes 9 minutes.");
  for (const layer of proofLayers) expect(page).toContain(`\`npm run prove -- --only ${layer}\``);
  expect(page).toContain("Version 1.2.3, Node 20.0.0, 2 processors, 60 seconds.");
});

test.each(proofLayers)("violations in %s are not recorded as proof", (layer) => {
  const figures = sampleFigures(layer);
  expect(faultsIn(layer, figures)).toEqual([]);
  for (const figure of mustBeNone[layer]) {
    expect(faultsIn(layer, { ...figures, [figure]: 2 })).toEqual([`${figure}: 2`]);
    const { [figure]: _, ...others } = figures;
    expect(faultsIn(layer, others)).toEqual([`${figure}: not counted`]);
  }
  expect(faultsIn(layer, { ...figures, tried: 0 })).toEqual(["nothing was tried"]);
});

describe.each(proofLayers)("%s", (layer) => {
  test("tests a promise", () => {
    expect(promises.some((promised) => promised.layers.includes(layer))).toBe(true);
  });

  test("can be run by itself", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
    const { script, paths } = placesOf(layer);
    expect([script, ...paths]).not.toEqual([undefined]);
    if (script !== undefined) expect(Object.keys(scripts)).toContain(script);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("counts violations", () => {
    const { script, paths } = placesOf(layer);
    const places = script === undefined ? paths : [`scripts/${script}.ts`];
    const text = places.map((path) => textOf(join(root, path))).join("\n");
    expect(text).toContain(`proved("${layer}"`);
    expect(mustBeNone[layer].filter((figure) => !new RegExp(`\\b${figure}\\b`).test(text))).toEqual([]);
  });
});

/** The npm script that the command runs, or the paths that it passes to vitest. */
function placesOf(layer: ProofLayer): {
  readonly script: string | undefined;
  readonly paths: readonly string[];
} {
  const { command } = layersOfProof[layer];
  return { script: /^npm run (\S+)/.exec(command)?.[1], paths: command.match(/\btests\/\S+/g) ?? [] };
}

/** The text of a file, or of all files in a folder. */
function textOf(place: string): string {
  if (!statSync(place).isDirectory()) return readFileSync(place, "utf8");
  const files = readdirSync(place, { recursive: true, encoding: "utf8" }).map((name) => join(place, name));
  return files
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
}
