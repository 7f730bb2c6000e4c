import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A layer of proof that docs/reliability.md has figures of. */
export type ProofLayer =
  | "simulation"
  | "single-faults"
  | "crash-matrix"
  | "power-loss"
  | "lock"
  | "bad-input"
  | "altered-bytes"
  | "secrets"
  | "seeded-bugs";

export type Figures = { readonly [figure: string]: number };

const folder = process.env["COCONUT_PROOF"];

/** Whether everything is tried (`npm run prove`), or the part that an ordinary run has time for. */
export const isFullProof = folder !== undefined;

/**
 * Puts figures of a layer down for docs/reliability.md. Several may do so at once, and what has the same name is added
 * up. An ordinary run keeps nothing.
 */
export function proved(layer: ProofLayer, figures: Figures): void {
  if (folder === undefined) return;
  const place = join(folder, layer);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `${randomUUID()}.json`), JSON.stringify(figures));
}

/** Counts what does not hold, and lets it fail all the same. */
export async function counted<Result>(
  figures: { violations: number },
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    figures.violations++;
    throw error;
  }
}
