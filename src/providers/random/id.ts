import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { keepers, NotImportable, onlyInState, random } from "./provider.js";

/**
 * Random bytes in three encodings, for names that must not collide. Not secret.
 *
 * ```ts
 * const suffix = new random.Id("suffix", { byteLength: 4 });
 * const path = coconut.interpolate`build-${suffix.hex}`; // build-9f3a01c4
 * ```
 */
export const Id = random.resource("index:Id", {
  inputs: {
    /** The number of random bytes. Eight are enough unless there are billions of ids. */
    byteLength: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1024)),
    /** A prefix for every encoding. Default: empty. */
    prefix: v.optional(v.string(), ""),
    keepers,
  },
  outputs: {
    /** URL-safe base64. Also the `id`. */
    b64Url: v.string(),
    /** Hexadecimal, two digits per byte. */
    hex: v.string(),
    /** The bytes as one decimal number. */
    dec: v.string(),
  },
  replaceOn: ["byteLength", "prefix", "keepers"],
  ...onlyInState,
  create: async ({ inputs: { byteLength, prefix } }) => {
    const outputs = spellings(randomBytes(byteLength), prefix);
    return { id: outputs.b64Url, outputs };
  },
  lookup: async ({ id }) => {
    const comma = id.lastIndexOf(",");
    const [prefix, text] = [id.slice(0, Math.max(0, comma)), id.slice(comma + 1)];
    const bytes = Buffer.from(text, "base64url");
    if (bytes.length === 0 || bytes.toString("base64url") !== text)
      throw new NotImportable(
        "random Id",
        "its b64Url, optionally after the prefix and a comma",
        "p-,GXkpzQ",
      );
    const outputs = spellings(bytes, prefix);
    return { id: outputs.b64Url, inputs: { byteLength: bytes.length, prefix }, outputs };
  },
});
export type Id = InstanceType<typeof Id>;

function spellings(bytes: Buffer, prefix: string) {
  const hex = bytes.toString("hex");
  return {
    b64Url: `${prefix}${bytes.toString("base64url")}`,
    hex: `${prefix}${hex}`,
    dec: `${prefix}${BigInt(`0x${hex}`)}`,
  };
}
