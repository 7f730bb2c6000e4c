/**
 * Encodes state to rows of text, decodes it, and computes the MACs that detect tampering.
 *
 * Does not depend on any backend.
 */
export { TextColumns } from "./column-reader.js";
export { currentHead, foldedUpTo, format, holderOf, keysOf, unknownFeatures } from "./head-row.js";
export * from "./integrity.js";
export { firstHash, journalStart } from "./journal-start.js";
export { decodeRecord, encodeRecord } from "./record-codec.js";
export { refuseUnkeepable } from "./refuse-unkeepable.js";
export {
  decodeIntent,
  decodeMoves,
  decodeObject,
  decodeOutputs,
  decodeResource,
  decodeSeen,
  resealRow,
} from "./row-codec.js";
export { emptySum, StateSum } from "./state-sum.js";
