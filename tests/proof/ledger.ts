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
const mustBeNone: ReadonlySet<string> = new Set([
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
  "rowSwapsAccepted",
  "missed",
]);

/** Figures of a layer that say that something does not hold, or that nothing was tried: `lock: doubleHolders`. */
export function faultsIn({ layers }: Pick<Ledger, "layers">): readonly string[] {
  return Object.entries<Figures>(layers).flatMap(([layer, figures]) => {
    const counted = Object.entries(figures);
    const wrong = counted.filter(([figure, count]) => mustBeNone.has(figure) && count !== 0);
    const isTried = counted.some(([figure, count]) => count > 0 && !mustBeNone.has(figure));
    const isJudged = counted.some(([figure]) => mustBeNone.has(figure));
    return [
      ...wrong.map(([figure]) => `${layer}: ${figure}`),
      ...(isTried ? [] : [`${layer}: nothing was tried`]),
      ...(isJudged ? [] : [`${layer}: nothing is counted that must not be`]),
    ];
  });
}
