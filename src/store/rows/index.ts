/**
 * State as rows of text: encoding and decoding, and the seals by which alterations are found.
 *
 * Knows no backend.
 */
export { holderOf, keysOf } from "./head-row.js";
export * from "./integrity.js";
export { decodeRecord, encodeRecord } from "./record-codec.js";
export {
  decodeIntent,
  decodeMoves,
  decodeObject,
  decodeOutputs,
  decodeResource,
  parseRow,
  resealRow,
  wellFormed,
} from "./row-codec.js";
