import * as v from "valibot";
import { characterConstraints, characterFieldNames, characterFields, randomText } from "./characters.js";
import { onlyInState, random } from "./provider.js";

/**
 * A random string. Not secret: use `Password` for secrets.
 *
 * ```ts
 * const suffix = new random.String("suffix", { length: 6, upper: false, special: false });
 * const bucket = coconut.interpolate`logs-${suffix.result}`; // logs-k3x9q0
 * ```
 */
export const RandomString = random.resource("index:String", {
  inputs: characterFields,
  outputs: {
    /** The string. Also the `id`. */
    result: v.string(),
  },
  replaceOn: characterFieldNames,
  constraints: characterConstraints,
  ...onlyInState,
  create: async ({ inputs }) => {
    const result = randomText(inputs);
    return { id: result, outputs: { result } };
  },
  // A string does not show the other inputs, so their defaults are assumed.
  lookup: async ({ id }) => ({ inputs: { length: Array.from(id).length }, outputs: { result: id } }),
});
export type RandomString = InstanceType<typeof RandomString>;
