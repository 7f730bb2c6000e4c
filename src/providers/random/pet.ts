import * as v from "valibot";
import { byChance, oneOf } from "./draw.js";
import { keepers, onlyInState, random } from "./provider.js";
import { adjectives, adverbs, animals } from "./pet-words.js";

/**
 * A name that people can say and remember. Not secret, and not unique: with two words there are some hundred
 * thousand names.
 *
 * ```ts
 * const pet = new random.Pet("name", { words: 2 });
 * export const name = pet.id; // gentle-otter
 * ```
 */
export const Pet = random.resource("index:Pet", {
  inputs: {
    /** An animal, an adjective before it, and adverbs before that. */
    words: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16)), 2),
    /** Stands between the words, and after the prefix. */
    separator: v.optional(v.string(), "-"),
    /** Stands before the words. */
    prefix: v.optional(v.string()),
    keepers,
  },
  outputs: {
    /** The name; also the `id`. */
    result: v.string(),
  },
  replaceOn: ["words", "separator", "prefix", "keepers"],
  ...onlyInState,
  create: async ({ inputs: { words, separator, prefix } }) => {
    const result = [...(prefix === undefined ? [] : [prefix]), ...petWords(words)].join(separator);
    return { id: result, outputs: { result } };
  },
  // A name does not tell how its words were joined; taken to be as if nothing had been said of it.
  lookup: async ({ id }) => ({
    inputs: { words: Math.min(16, id.split("-").length) },
    outputs: { result: id },
  }),
});
export type Pet = InstanceType<typeof Pet>;

function petWords(count: number): readonly string[] {
  const lists = [
    ...Array.from({ length: count - 2 > 0 ? count - 2 : 0 }, () => adverbs),
    adjectives,
    animals,
  ];
  return lists.slice(-count).map((list) => oneOf(list, byChance));
}
