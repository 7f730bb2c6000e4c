/** How many cases a property test tries. `npm run simulate -- --seeds N` raises it. */
export const runs = Number(process.env["COCONUT_RUNS"] ?? 100);
