import type { ProofLayer } from "../support/proof.js";

/** What the last full run of all layers counted: docs/reliability.json. */
export interface Ledger {
  /** Of the package. */
  readonly version: string;
  readonly node: string;
  readonly processors: number;
  readonly minutes: number;
  readonly layers: { readonly [Layer in ProofLayer]: Figures };
}

export type Figures = { readonly [figure: string]: number };

/** Figures that count what must not be. */
export const mustBeNone: readonly string[] = [
  "violations",
  "lost",
  "corrupt",
  "doubleHolders",
  "lostUpdates",
  "staleWritesAccepted",
  "undetected",
  "planUndetected",
  "stateUndetected",
  "fileFlipsUndetected",
  "journalFlipsUndetected",
  "exportTakenOtherwise",
  "archiveFaults",
  "found",
  "swapsAccepted",
  "missed",
];
