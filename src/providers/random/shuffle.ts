import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { rule } from "../../provider/index.js";
import { byChance, bySeed, shuffled, type Draw } from "./draw.js";
import { keepers, onlyInState, random } from "./provider.js";

/**
 * Texts in an order that is drawn once, or some of them. Not secret.
 *
 * ```ts
 * const zones = new random.Shuffle("zones", { inputs: ["a", "b", "c"], resultCount: 2 });
 * export const chosen = zones.results; // ["c", "a"]
 * ```
 */
export const Shuffle = random.resource("index:Shuffle", {
  inputs: {
    inputs: v.array(v.string()),
    /** How many come out; as many as there are unless said. More than that begin again with all of them. */
    resultCount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))),
    /** The same seed gives the same order of the same texts. By chance unless said. */
    seed: v.optional(v.string()),
    keepers,
  },
  outputs: { results: v.array(v.string()) },
  replaceOn: ["inputs", "resultCount", "seed", "keepers"],
  constraints: [
    rule(
      ["inputs", "resultCount"],
      (inputs: readonly string[], count: number | undefined) => inputs.length > 0 || (count ?? 0) === 0,
      "There is nothing to draw from: inputs is empty, and resultCount is not 0.",
    ),
  ],
  ...onlyInState,
  create: async ({ inputs: { inputs, resultCount = inputs.length, seed } }) => ({
    id: randomUUID(),
    outputs: { results: drawn(inputs, resultCount, seed === undefined ? byChance : bySeed(seed)) },
  }),
});
export type Shuffle = InstanceType<typeof Shuffle>;

function drawn(texts: readonly string[], count: number, draw: Draw): string[] {
  const results: string[] = [];
  while (results.length < count) results.push(...shuffled(texts, draw));
  return results.slice(0, count);
}
