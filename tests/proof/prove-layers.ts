import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figures, ProofLayer } from "../support/proof.js";
import { faultsIn, mustBeNone, type LayerProof, type Ledger, type Played } from "./ledger.js";

export interface ProofRequest {
  /** The layers to run (default: all). */
  readonly only?: readonly ProofLayer[];
  /** The folder for figures. Results of successful layers are kept there until all layers succeed. */
  readonly folder: string;
  /** The previous ledger, used for layers that are not run. */
  readonly before?: Ledger;
  readonly played: Played;
  /** Runs a layer, which writes its figures to the folder. Returns true if it succeeded. */
  play(layer: ProofLayer): Promise<boolean>;
  /** Milliseconds of a monotonic clock. */
  elapsed(): number;
}

export const proofLayers = Object.keys(mustBeNone) as readonly ProofLayer[];

/**
 * Runs layers of proof. Returns a ledger if all layers succeeded. It combines the layers of this run, results that an
 * earlier failed run left in the folder, and the previous ledger.
 */
export async function proveLayers(
  request: ProofRequest,
): Promise<{ readonly ledger?: Ledger; readonly failed: ReadonlyMap<ProofLayer, readonly string[]> }> {
  const { only, folder, before } = request;
  if (only === undefined) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const failed = new Map<ProofLayer, readonly string[]>();
  for (const layer of proofLayers.filter((each) => only?.includes(each) ?? true)) {
    const faults = await playLayer(layer, request);
    if (faults.length > 0) failed.set(layer, faults);
  }
  const layers = new Map<ProofLayer, LayerProof>();
  for (const layer of proofLayers.filter((each) => !failed.has(each))) {
    const known = keptIn(folder, layer) ?? before?.layers[layer];
    if (known === undefined) failed.set(layer, ["it has not been run"]);
    else layers.set(layer, known);
  }
  if (failed.size > 0) return { failed };
  return { failed, ledger: { layers: Object.fromEntries(layers) as Ledger["layers"] } };
}

async function playLayer(
  layer: ProofLayer,
  { folder, played, play, elapsed }: ProofRequest,
): Promise<readonly string[]> {
  for (const place of [join(folder, layer), fileOf(folder, layer)])
    rmSync(place, { recursive: true, force: true });
  const began = elapsed();
  const isGood = await play(layer);
  const seconds = Math.ceil((elapsed() - began) / 1000);
  const figures = summed(join(folder, layer));
  const faults = [...(isGood ? [] : ["it failed"]), ...faultsIn(layer, figures)];
  const proof: LayerProof = { ...played, seconds, figures };
  if (faults.length === 0) writeFileSync(fileOf(folder, layer), JSON.stringify(proof));
  return faults;
}

function fileOf(folder: string, layer: ProofLayer): string {
  return join(folder, `${layer}.json`);
}

function keptIn(folder: string, layer: ProofLayer): LayerProof | undefined {
  const file = fileOf(folder, layer);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as LayerProof) : undefined;
}

/** The sum of all figures that were written for a layer. */
function summed(place: string): Figures {
  const files = existsSync(place) ? readdirSync(place) : [];
  // Sorted, because the files have random names and the order of figures must be stable.
  const texts = files.map((file) => readFileSync(join(place, file), "utf8")).toSorted();
  const sum = new Map<string, number>();
  for (const text of texts)
    for (const [figure, count] of Object.entries(JSON.parse(text) as Figures))
      sum.set(figure, (sum.get(figure) ?? 0) + count);
  return Object.fromEntries(sum);
}
