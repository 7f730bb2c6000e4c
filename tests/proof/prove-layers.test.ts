import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Figures, ProofLayer } from "../support/proof.js";
import { proofLayers, proveLayers, type ProofRequest } from "./prove-layers.js";
import { played, sampleFigures, sampleLedger } from "./sample-ledger.js";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "coconut-proof-"));
  onTestFinished(() => rmSync(base, { recursive: true }));
});

/** Runs layers that write these figures and take a second each; undefined for a layer that fails. */
function prove(
  written: { readonly [Layer in ProofLayer]?: readonly Figures[] | undefined },
  more: Partial<ProofRequest> = {},
) {
  const folder = join(base, "proof");
  const playedLayers: ProofLayer[] = [];
  let now = 0;
  const proof = proveLayers({
    folder,
    played,
    elapsed: () => now,
    play: async (layer) => {
      playedLayers.push(layer);
      now += 1000;
      const all = layer in written ? written[layer] : [sampleFigures(layer)];
      mkdirSync(join(folder, layer), { recursive: true });
      for (const [index, figures] of (all ?? []).entries())
        writeFileSync(join(folder, layer, `${index}.json`), JSON.stringify(figures));
      return all !== undefined;
    },
    ...more,
  });
  return proof.then((found) => ({ ...found, failed: Object.fromEntries(found.failed), playedLayers }));
}

test("there is a ledger when all layers hold", async () => {
  const { ledger, failed, playedLayers } = await prove({});
  expect(failed).toEqual({});
  expect(playedLayers).toEqual(proofLayers);
  expect(ledger!.layers.lock).toEqual({ ...played, seconds: 1, figures: sampleFigures("lock") });
});

test("what several have counted for a layer is added up", async () => {
  const { ledger } = await prove({
    "bad-input": [
      { texts: 2, violations: 0 },
      { entries: 3, violations: 0 },
    ],
  });
  expect(ledger!.layers["bad-input"].figures).toEqual({ entries: 3, texts: 2, violations: 0 });
});

test.each<[string, readonly Figures[] | undefined, RegExp]>([
  ["breaks off", undefined, /^it failed; /],
  ["counts nothing", [], /nothing was tried$/],
  ["counts what must not be", [{ ...sampleFigures("lock"), doubleHolders: 1 }], /^doubleHolders: 1$/],
  ["leaves out what must not be", [{ tried: 5 }], /^doubleHolders: not counted; /],
])("one that %s ends without a ledger, and can be made good", async (_, lock, said) => {
  const first = await prove({ lock });
  expect(first.ledger).toBeUndefined();
  expect(Object.keys(first.failed)).toEqual(["lock"]);
  expect(first.failed.lock!.join("; ")).toMatch(said);

  const still = await prove({}, { only: ["secrets"] });
  expect(still.failed).toEqual({ lock: ["it has not been run"] });
  expect(still.playedLayers).toEqual(["secrets"]);

  const second = await prove({}, { only: ["lock"], played: { ...played, version: "1.2.4" } });
  expect(second.failed).toEqual({});
  expect([second.ledger!.layers.lock.version, second.ledger!.layers.secrets.version]).toEqual([
    "1.2.4",
    "1.2.3",
  ]);
});

test("figures of one that failed are not taken for those of its next run", async () => {
  await prove({ lock: [{ ...sampleFigures("lock"), doubleHolders: 1, acquisitions: 7 }] });
  const { ledger } = await prove({ lock: [sampleFigures("lock")] }, { only: ["lock"] });
  expect(ledger!.layers.lock.figures).toEqual(sampleFigures("lock"));
});

test("one layer alone keeps what the ledger has of the others, and is no ledger where there was none", async () => {
  expect((await prove({}, { only: ["lock"] })).ledger).toBeUndefined();
  const before = sampleLedger({ secrets: { ...sampleFigures("secrets"), canaries: 99 } });
  const { ledger } = await prove({}, { only: ["lock"], before });
  expect(ledger!.layers.secrets).toEqual(before.layers.secrets);
  expect(ledger!.layers.lock.seconds).toBe(1);
});

test("everything is played anew without only", async () => {
  await prove({ lock: undefined });
  writeFileSync(join(base, "proof", "left.json"), "{}");
  const { playedLayers } = await prove({});
  expect(playedLayers).toEqual(proofLayers);
  expect(existsSync(join(base, "proof", "left.json"))).toBe(false);
});
