import * as v from "valibot";
import { byChance, oneOf } from "./draw.js";
import { keepers, onlyInState, random } from "./provider.js";
import { adjectives, adverbs, animals } from "./pet-words.js";

/**
 * A readable random name. Not secret, and not guaranteed to be unique: two words give a few hundred thousand names.
 *
 * ```ts
 * const pet = new random.Pet("name", { words: 2 });
 * export const name = pet.id; // gentle-otter
 * ```
 */
export const Pet = random.resource("index:Pet", {
  inputs: {
    /** The number of words: an animal, preceded by an adjective and adverbs. Default: 2. */
    words: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16)), 2),
    /** The separator between the words and after the prefix. Default: `-`. */
    separator: v.optional(v.string(), "-"),
    /** A prefix before the words. */
    prefix: v.optional(v.string()),
    keepers,
  },
  outputs: {
    /** The name. Also the `id`. */
    result: v.string(),
  },
  replaceOn: ["words", "separator", "prefix", "keepers"],
  ...onlyInState,
  create: async ({ inputs: { words, separator, prefix } }) => {
    const result = [...(prefix === undefined ? [] : [prefix]), ...petWords(words)].join(separator);
    return { id: result, outputs: { result } };
  },
  // A name does not show how its words were joined, so the default separator is assumed.
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
