import type { Figures, ProofLayer } from "../support/proof.js";

/** The figures of the last full run of each layer: docs/reliability.json. */
export interface Ledger {
  readonly layers: { readonly [Layer in ProofLayer]: LayerProof };
}

/** The figures of one layer and the versions that it ran with. Layers can be run again one by one. */
export interface LayerProof extends Played {
  readonly seconds: number;
  readonly figures: Figures;
}

export interface Played {
  /** Version of the package. */
  readonly version: string;
  readonly node: string;
  readonly processors: number;
}

/** The figures that must be zero, by layer. */
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

/** Returns the violations of a layer (`doubleHolders: 2`), figures that are missing, and whether nothing was tried. */
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
