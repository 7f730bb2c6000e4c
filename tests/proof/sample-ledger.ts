import type { Figures, ProofLayer } from "../support/proof.js";
import { mustBeNone, type LayerProof, type Ledger } from "./ledger.js";
import { proofLayers } from "./prove-layers.js";

export const played = { version: "1.2.3", node: "20.0.0", processors: 2 };

/** Figures of a layer that tried cases and found no violations. */
export function sampleFigures(layer: ProofLayer): Figures {
  return { tried: 5, ...Object.fromEntries(mustBeNone[layer].map((figure) => [figure, 0])) };
}

export function sampleLedger(others: { readonly [Layer in ProofLayer]?: Figures } = {}): Ledger {
  const each = proofLayers.map((layer): readonly [ProofLayer, LayerProof] => [
    layer,
    { ...played, seconds: 60, figures: others[layer] ?? sampleFigures(layer) },
  ]);
  return { layers: Object.fromEntries(each) as Ledger["layers"] };
}
