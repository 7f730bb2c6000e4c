import { runs } from "./runs.js";

/**
 * Makes every property test follow `npm run simulate`. Loads nothing in an ordinary run, because each test
 * file would pay for it.
 */
const seed = process.env["COCONUT_SEED"];
if (process.env["COCONUT_RUNS"] !== undefined || seed !== undefined) {
  const { default: fc } = await import("fast-check");
  fc.configureGlobal({ numRuns: runs, ...(seed !== undefined && { seed: Number(seed) }) });
}
