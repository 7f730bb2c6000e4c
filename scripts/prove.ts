/**
 * `npm run prove`: runs every layer of proof in full and writes docs/reliability.json and docs/reliability.md. Takes
 * about an hour on two processors. `-- --only lock,secrets` runs only these layers, for example those that failed
 * before; the others keep their figures. `-- --page` runs nothing and writes the page from the recorded figures, for
 * changed wording.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Ledger } from "../tests/proof/ledger.js";
import { proofLayers, proveLayers } from "../tests/proof/prove-layers.js";
import { layersOfProof, reliabilityPage } from "../tests/proof/reliability-page.js";
import type { ProofLayer } from "../tests/support/proof.js";

const { values } = parseArgs({ options: { only: { type: "string" }, page: { type: "boolean" } } });
const only = values.only?.split(",").map(layerOf);
const ledgerFile = "docs/reliability.json";
const pageFile = "docs/reliability.md";
if (values.page) {
  writeFileSync(pageFile, reliabilityPage(JSON.parse(readFileSync(ledgerFile, "utf8")) as Ledger));
  process.exit();
}
const folder = resolve("node_modules/.cache/coconut/proof");
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };

const { ledger, failed } = await proveLayers({
  ...(only !== undefined && { only }),
  folder,
  ...(existsSync(ledgerFile) && { before: JSON.parse(readFileSync(ledgerFile, "utf8")) as Ledger }),
  played: { version, node: process.versions.node, processors: availableParallelism() },
  play,
  elapsed: () => performance.now(),
});
if (ledger === undefined) {
  for (const [layer, faults] of failed) console.error(`failed: ${layer}: ${faults.join("; ")}`);
  console.error(`\nThe figures of the other layers are kept in ${folder}.`);
  console.error(`After fixing these, run: npm run prove -- --only ${[...failed.keys()].join(",")}`);
  process.exit(1);
}
writeFileSync(ledgerFile, `${JSON.stringify(ledger, null, 2)}\n`);
writeFileSync(pageFile, reliabilityPage(ledger));
rmSync(folder, { recursive: true });
console.log(`Written: ${ledgerFile} and ${pageFile}.`);

async function play(layer: ProofLayer): Promise<boolean> {
  const { command } = layersOfProof[layer];
  console.log(`\n== ${command}`);
  const [program = "", ...words] = command.split(" ");
  const patience = program === "npx" ? ["--test-timeout=3600000", "--hook-timeout=600000"] : [];
  const { status } = spawnSync(program, [...words, ...patience], {
    stdio: "inherit",
    env: { ...process.env, COCONUT_PROOF: folder },
  });
  return status === 0;
}

function layerOf(name: string): ProofLayer {
  const layer = proofLayers.find((each) => each === name);
  if (layer !== undefined) return layer;
  console.error(`Unknown layer "${name}". Layers: ${proofLayers.join(", ")}.`);
  process.exit(64);
}
