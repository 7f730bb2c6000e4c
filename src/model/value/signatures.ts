import type { UnknownOf } from "./value.js";

/** Marks an encoded object that is not user data. The value of this key says what the object stands for. */
export const signatureKey = "4dabf18193072939515e22adb298388d";

/** The ecosystem's signatures. */
export const signatures = {
  secret: "1b47061264138c4ac30d75fd1eb44270",
  asset: "c44067f5952c0a294b673a41bacd8c17",
  archive: "0def7320c3a5731c473e5ecbe6d01bc7",
  reference: "5cf8f73096256a8f31e491e813e4eb8e",
  output: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  /**
   * Numbers that JSON cannot represent (NaN, the infinities, and here -0): the bits of the double as 16 hexadecimal
   * digits.
   */
  number: "8ad145fe-0d11-4827-bfd7-1abcbf086f5c",
  /** A value that may be used and never stored. Not part of the ecosystem; used in state, plan files and package messages. */
  ephemeral: "5a7d60c9e1f24b83a6d7c02f9b31e845",
  /** Text that is not UTF-8. A Value cannot contain it. */
  byteString: "803fd3297a5875dc03ca845dda5d2a98",
} as const;

/** The strings that stand for an unknown, by its type. An unknown without a type is sent as a string. */
export const sentinels = {
  string: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  boolean: "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  number: "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  array: "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  asset: "030794c1-ac77-496b-92df-f27374a8bd58",
  archive: "e48ece36-62e2-4504-bad9-02848725956a",
  object: "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
} as const satisfies Record<UnknownOf | "string", string>;

/** Returns the type of the unknown that a string stands for; undefined if it is not a sentinel. */
export function sentinelType(text: string): UnknownOf | "string" | undefined {
  return text.length === sentinels.string.length ? sentinelTypes.get(text) : undefined;
}

const sentinelTypes = new Map<string, UnknownOf | "string">([
  [sentinels.string, "string"],
  [sentinels.boolean, "boolean"],
  [sentinels.number, "number"],
  [sentinels.array, "array"],
  [sentinels.asset, "asset"],
  [sentinels.archive, "archive"],
  [sentinels.object, "object"],
]);

/**
 * Whether a JSON text means exactly the value that `JSON.parse` returns, so that `decodeValue` would change nothing.
 */
export function isPlainJson(text: string): boolean {
  return !marks.test(text);
}

/** The key of signatures, the sentinels of unknowns, and the escapes that half surrogate pairs need. */
const marks = new RegExp([signatureKey, ...Object.values(sentinels), "\\\\u[dD]"].join("|"));

/** The result of `JSON.parse`. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };
