/** How many cases a property test tries. `npm run simulate -- --properties N` raises it. */
export const runs = Number(process.env["COCONUT_RUNS"] ?? 100);

/** Whether more is tried than in an ordinary run. */
export const isSimulation =
  process.env["COCONUT_RUNS"] !== undefined || process.env["COCONUT_SEED"] !== undefined;
