import { randomInt } from "node:crypto";
import * as v from "valibot";
import { rule } from "../../provider/index.js";
import { keepers, NotImportable, onlyInState, random } from "./provider.js";

/**
 * A whole number between two others; each is equally likely. Not secret.
 *
 * ```ts
 * const port = new random.Integer("port", { min: 20000, max: 29999 });
 * export const chosen = port.result; // 27481
 * ```
 */
export const Integer = random.resource("index:Integer", {
  inputs: {
    /** The smallest number that can come. */
    min: v.pipe(v.number(), v.safeInteger()),
    /** The largest number that can come. */
    max: v.pipe(v.number(), v.safeInteger(), v.maxValue(Number.MAX_SAFE_INTEGER - 1)),
    keepers,
  },
  outputs: {
    /** The number. The `id` has it too, before the min and the max. */
    result: v.number(),
  },
  replaceOn: ["min", "max", "keepers"],
  constraints: [
    rule(["min", "max"], (min: number, max: number) => min <= max, "The min is greater than the max."),
    rule(
      ["min", "max"],
      (min: number, max: number) => max - min < 2 ** 48 - 1,
      "Between min and max there may be at most 281474976710655 numbers.",
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
      throw new NotImportable("random Integer", "the number, its min and its max", "7,1,10");
    return { inputs: { min: min!, max: max! }, outputs: { result: result! } };
  },
});
export type Integer = InstanceType<typeof Integer>;
