import { DiagnosticError, type Diagnostic } from "../diagnostic.js";
import { problem } from "./diagnostics.js";
import { fold, insideSecret, visibleKeys, type FoldStep, type Trail } from "./fold.js";
import { pathText } from "./path-text.js";
import { sentinels, sentinelType, signatureKey, signatures } from "./signatures.js";
import type { Json } from "./signatures.js";
import { isArchive, isArray, isAsset, isEphemeral, isReference, isSecret, isUnknown } from "./value.js";
import type { Archive, Asset, ResourceReference, Unknown, Value, ValueObject } from "./value.js";

/**
 * Encodes a Value as JSON, with the ecosystem's signatures for values that JSON cannot represent. `decodeValue` is its
 * inverse. Undefined members are dropped, undefined in an array becomes null, and a reference loses its resource
 * object.
 *
 * A user string that equals the sentinel of an unknown is written as an output value around that string, which
 * `decodeValue` takes literally. Other tools of the ecosystem read an unknown there, as they would for the bare string.
 * They never write that form themselves, because their unknown output has no value at all.
 */
export function encodeValue(value: Value, accepts: Receiver = {}): Json {
  const found: Diagnostic[] = [];
  const json = fold<Value, Json>(value, (node, trail) => encodeStep(node, trail, accepts, found));
  const [first, ...others] = found;
  if (first !== undefined) throw new DiagnosticError(first, ...others);
  return json;
}

/** The features that the reader of an encoded value supports (default: all). */
export interface Receiver {
  /** If false, the content of secrets is sent as plain values. */
  readonly secrets?: boolean;
  /** If false, the id is sent, or the URN of a resource without one. */
  readonly references?: boolean;
  /** If false, a string that looks like an unknown is rejected. */
  readonly outputValues?: boolean;
  /** True if the content of ephemeral values is encoded. Must be false for everything that is stored. */
  readonly ephemerals?: boolean;
}

function encodeStep(
  node: Value,
  trail: Trail,
  accepts: Receiver,
  found: Diagnostic[],
): FoldStep<Value, Json> {
  if (node === null || node === undefined) return { result: null };
  if (typeof node === "boolean") return { result: node };
  if (typeof node === "number") return { result: encodeNumber(node) };
  if (typeof node === "string") return { result: encodeString(node, trail, accepts, found) };
  if (isUnknown(node)) return { result: encodeUnknown(node) };
  if (isReference(node)) return { result: encodeReference(node, accepts) };
  if (isAsset(node)) return { result: signed(signatures.asset, { ...node.source, ...hashOf(node) }) };
  if (isArchive(node)) return encodeArchive(node);
  if (isEphemeral(node) && accepts.ephemerals !== true) return { result: signed(signatures.ephemeral, {}) };
  if (isSecret(node)) {
    const signature = node.ephemeral ? signatures.ephemeral : signatures.secret;
    const wrap = (value: Json) => (accepts.secrets === false ? value : signed(signature, { value }));
    return { parts: [[insideSecret, node.value]], join: ([content = null]) => wrap(content) };
  }
  if (isArray(node))
    return { parts: Array.from(node, (item, index) => [index, item]), join: (items) => items };
  if (Object.hasOwn(node, signatureKey)) found.push(ownSignature(trail));
  return encodeEntries(node, (entries) => entries);
}

function encodeNumber(number: number): Json {
  if (Number.isFinite(number) && !Object.is(number, -0)) return number;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return signed(signatures.number, { value: view.getBigUint64(0).toString(16).padStart(16, "0") });
}

function encodeString(text: string, trail: Trail, accepts: Receiver, found: Diagnostic[]): Json {
  if (sentinelType(text) === undefined) return text;
  if (accepts.outputValues === false) found.push(looksUnknown(trail));
  return signed(signatures.output, { value: text });
}

function encodeUnknown(unknown: Unknown): Json {
  return sentinels[unknown.of ?? "string"];
}

function encodeReference({ urn, id, packageVersion }: ResourceReference, accepts: Receiver): Json {
  if (accepts.references === false) return isUnknown(id) ? encodeUnknown(id) : (id ?? urn);
  return signed(signatures.reference, {
    urn,
    ...(id !== undefined && { id: isUnknown(id) ? "" : id }),
    ...(packageVersion !== undefined && { packageVersion }),
  });
}

function encodeArchive(archive: Archive): FoldStep<Value, Json> {
  const { source } = archive;
  const body = hashOf(archive);
  if (!("assets" in source)) return { result: signed(signatures.archive, { ...source, ...body }) };
  return encodeEntries(source.assets, (assets) => signed(signatures.archive, { assets, ...body }));
}

function encodeEntries(object: ValueObject, join: (entries: Json) => Json): FoldStep<Value, Json> {
  const parts = Object.entries(object).filter(([, value]) => value !== undefined);
  return {
    parts,
    join: (values) => join(Object.fromEntries(values.map((value, index) => [parts[index]![0], value]))),
  };
}

function hashOf({ hash }: Asset | Archive): { hash?: string } {
  return hash === undefined ? {} : { hash };
}

function signed(signature: string, body: { readonly [key: string]: Json }): Json {
  return { [signatureKey]: signature, ...body };
}

function ownSignature(trail: Trail): Diagnostic {
  const path = pathText(visibleKeys(trail));
  return problem("model/unencodable-value", {
    detail: `${path} has the key ${signatureKey}, which marks encoded values. It would be decoded as something else.`,
    hint: "Use another key. If this object came from an encoded value, decode it first.",
    path,
  });
}

function looksUnknown(trail: Trail): Diagnostic {
  const path = pathText(visibleKeys(trail));
  return problem("model/unencodable-value", {
    detail: `${path} equals the reserved marker for values that are known after apply.`,
    hint: "Change the string. Any other text is sent unchanged.",
    path,
  });
}
