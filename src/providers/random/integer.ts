import { randomInt } from "node:crypto";
import * as v from "valibot";
import { rule } from "../../provider/index.js";
import { keepers, NotImportable, onlyInState, random } from "./provider.js";

/**
 * A random integer in a range. All integers are equally likely. Not secret.
 *
 * ```ts
 * const port = new random.Integer("port", { min: 20000, max: 29999 });
 * export const chosen = port.result; // 27481
 * ```
 */
export const Integer = random.resource("index:Integer", {
  inputs: {
    /** The minimum, inclusive. */
    min: v.pipe(v.number(), v.safeInteger()),
    /** The maximum, inclusive. */
    max: v.pipe(v.number(), v.safeInteger(), v.maxValue(Number.MAX_SAFE_INTEGER - 1)),
    keepers,
  },
  outputs: {
    /** The number. The `id` is `<result>,<min>,<max>`. */
    result: v.number(),
  },
  replaceOn: ["min", "max", "keepers"],
  constraints: [
    rule(["min", "max"], (min: number, max: number) => min <= max, "min is greater than max."),
    rule(
      ["min", "max"],
      (min: number, max: number) => max - min < 2 ** 48 - 1,
      "The range from min to max can contain at most 281474976710655 numbers.",
    ),
  ],
  ...onlyInState,
  create: async ({ inputs: { min, max } }) => {
    const result = randomInt(min, max + 1);
    return { id: [result, min, max].join(","), outputs: { result } };
  },
  lookup: async ({ id }) => {
    const [result, min, max] = id.split(",").map((text) => (/^-?\d+$/.test(text) ? Number(text) : NaN));
    if (id.split(",").length !== 3 || !(min! <= result! && result! <= max!))
      throw new NotImportable("random Integer", "the number, min and max, separated by commas", "7,1,10");
    return { inputs: { min: min!, max: max! }, outputs: { result: result! } };
  },
});
export type Integer = InstanceType<typeof Integer>;
