import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

const folder = process.env["COCONUT_PROOF"];

/** Whether everything is tried (`npm run prove`), or the part that an ordinary run has time for. */
export const isFullProof = folder !== undefined;

/**
 * Puts figures of a layer down for docs/reliability.md, beside those that others have put down for it. An ordinary run
 * keeps nothing.
 */
export function proved(layer: ProofLayer, figures: { readonly [figure: string]: number }): void {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${layer}.json`);
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as typeof figures) : {};
  writeFileSync(file, `${JSON.stringify({ ...before, ...figures }, null, 2)}\n`);
}
