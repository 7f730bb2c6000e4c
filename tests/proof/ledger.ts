import type { Figures, ProofLayer } from "../support/proof.js";

/** What the last full run of each layer counted: docs/reliability.json. */
export interface Ledger {
  readonly layers: { readonly [Layer in ProofLayer]: LayerProof };
}

/** What one layer counted, and what it was played with: layers may be played again one by one. */
export interface LayerProof extends Played {
  readonly seconds: number;
  readonly figures: Figures;
}

export interface Played {
  /** Of the package. */
  readonly version: string;
  readonly node: string;
  readonly processors: number;
}

/** The figures that count what must not be, by layer. */
export const mustBeNone: { readonly [Layer in ProofLayer]: readonly string[] } = {
  simulation: ["violations"],
  "single-faults": ["violations"],
  "crash-matrix": ["violations"],
  "power-loss": ["lost", "corrupt"],
  lock: ["doubleHolders", "lostUpdates", "staleWritesAccepted"],
  "bad-input": ["violations"],
  "altered-bytes": [
    "planUndetected",
    "stateUndetected",
    "fileFlipsUndetected",
    "journalFlipsUndetected",
    "exportTakenOtherwise",
    "exportSecretsOpened",
    "archiveFaults",
  ],
  secrets: ["found", "swapsAccepted", "rowSwapsAccepted"],
  "seeded-bugs": ["missed"],
};

/** What of a layer does not hold, was not counted, or that nothing was tried: `doubleHolders: 2`. */
export function faultsIn(layer: ProofLayer, figures: Figures): readonly string[] {
  const bad = mustBeNone[layer];
  const isTried = Object.entries(figures).some(([figure, count]) => count > 0 && !bad.includes(figure));
  return [
    ...bad
      .filter((figure) => figures[figure] !== 0)
      .map((figure) => `${figure}: ${figures[figure] ?? "not counted"}`),
    ...(isTried ? [] : ["nothing was tried"]),
  ];
}
