/**
 * Values that are passed between program, engine and providers, and operations that do not depend on their type:
 * compare, walk, check, diff, and encode as JSON.
 *
 * Never reads a file or a clock, never prints the content of a secret, and never recurses: the depth of a value is
 * limited by memory only.
 */
export * from "./value.js";
export {
  containsEphemeral,
  containsSecret,
  freezeValue,
  hoistSecrets,
  isKnown,
  mapValue,
  markedAs,
  openSecrets,
  secrecyOf,
  someValue,
  stripSecrets,
} from "./walk.js";
export { ephemeralPaths } from "./ephemeral-paths.js";
export { equalValues, identicalValues } from "./equality.js";
export { checkValue, refusal } from "./check-value.js";
export { encodeValue, type Receiver } from "./encode-value.js";
export { decodeValue, type DecodeOptions } from "./decode-value.js";
export { isPlainJson, sentinelType, signatureKey, type Json, type JsonObject } from "./signatures.js";
export { diffValues, type ValueChange } from "./diff-values.js";
export { applyDiff } from "./apply-diff.js";
export { pathText } from "./path-text.js";
export { secretParts, whollySecret, type SecretMarks } from "./secret-parts.js";
export { secretTextsIn, textsIn } from "./texts-in.js";
