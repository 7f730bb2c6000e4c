import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { rule } from "../../provider/index.js";
import { byChance, bySeed, shuffled, type Draw } from "./draw.js";
import { keepers, onlyInState, random } from "./provider.js";

/**
 * A list of strings, or a sample of it, in random order. Not secret.
 *
 * ```ts
 * const zones = new random.Shuffle("zones", { inputs: ["a", "b", "c"], resultCount: 2 });
 * export const chosen = zones.results; // ["c", "a"]
 * ```
 */
export const Shuffle = random.resource("index:Shuffle", {
  inputs: {
    inputs: v.array(v.string()),
    /** The number of results. Default: the number of inputs. A larger number repeats the inputs. */
    resultCount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))),
    /** A seed that makes the order of the same inputs reproducible. Default: none. */
    seed: v.optional(v.string()),
    keepers,
  },
  outputs: { results: v.array(v.string()) },
  replaceOn: ["inputs", "resultCount", "seed", "keepers"],
  constraints: [
    rule(
      ["inputs", "resultCount"],
      (inputs: readonly string[], count: number | undefined) => inputs.length > 0 || (count ?? 0) === 0,
      "inputs is empty, but resultCount is greater than 0.",
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
