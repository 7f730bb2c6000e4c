/**
 * `npm run prove`: plays every layer of proof in full and writes docs/reliability.json and docs/reliability.md. Takes
 * about an hour on two processors. `-- --only lock,secrets` plays some and keeps the figures of the others.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { faultsIn, type Ledger } from "../tests/proof/ledger.js";
import { layersOfProof, reliabilityPage } from "../tests/proof/reliability-page.js";
import type { ProofLayer } from "../tests/support/proof.js";

const { values } = parseArgs({ options: { only: { type: "string" } } });
const known = Object.keys(layersOfProof) as ProofLayer[];
const asked = values.only?.split(",") ?? known;
const stranger = asked.find((each) => !known.some((layer) => layer === each));
if (stranger !== undefined) {
  console.error(`There is no layer "${stranger}": ${known.join(", ")}.`);
  process.exit(64);
}

const ledgerFile = "docs/reliability.json";
const folder = mkdtempSync(join(tmpdir(), "coconut-proof-"));
const began = performance.now();
const failed: string[] = [];
for (const command of new Set(
  known.filter((each) => asked.includes(each)).map((each) => layersOfProof[each].command),
)) {
  console.log(`\n== ${command}`);
  const [program = "", ...words] = command.split(" ");
  const { status } = spawnSync(
    program,
    [...words, ...(program === "npx" ? ["--test-timeout=3600000"] : [])],
    {
      stdio: "inherit",
      env: { ...process.env, COCONUT_PROOF: folder },
    },
  );
  if (status !== 0) failed.push(command);
}

const before = existsSync(ledgerFile) ? (JSON.parse(readFileSync(ledgerFile, "utf8")) as Ledger) : undefined;
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
const layers = Object.fromEntries(
  known.map((layer) => {
    const file = join(folder, `${layer}.json`);
    const counted = existsSync(file)
      ? (JSON.parse(readFileSync(file, "utf8")) as Ledger["layers"][ProofLayer])
      : before?.layers[layer];
    if (counted === undefined && asked.includes(layer)) failed.push(`${layer} has put down no figures`);
    return [layer, counted ?? {}];
  }),
) as unknown as Ledger["layers"];
rmSync(folder, { recursive: true });

const minutes = Math.ceil((performance.now() - began) / 60_000);
const ledger: Ledger = {
  version,
  node: process.versions.node,
  processors: availableParallelism(),
  minutes: values.only === undefined ? minutes : (before?.minutes ?? minutes),
  layers,
};
if (values.only === undefined) failed.push(...faultsIn(ledger));
for (const what of failed) console.error(`failed: ${what}`);
if (failed.length > 0) process.exit(1);
writeFileSync(ledgerFile, `${JSON.stringify(ledger, null, 2)}\n`);
writeFileSync("docs/reliability.md", reliabilityPage(ledger));
console.log(`Written: ${ledgerFile} and docs/reliability.md, after ${minutes} minutes.`);
