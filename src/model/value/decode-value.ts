import { DiagnosticError, type Diagnostic } from "../diagnostic.js";
import { refusal } from "./check-value.js";
import { problem } from "./diagnostics.js";
import { fold, insideSecret, samePlace, trailKeys, visibleKeys, type FoldStep, type Trail } from "./fold.js";
import { pathText } from "./path-text.js";
import { sentinelType, signatureKey, signatures } from "./signatures.js";
import type { Json, JsonObject } from "./signatures.js";
import {
  archiveOf,
  assetOf,
  ephemeralOf,
  isArchive,
  isAsset,
  referenceTo,
  secretOf,
  unknown,
  unknownOf,
} from "./value.js";
import type { Value } from "./value.js";
import { isJsonObject } from "../../std/plain-json.js";

/**
 * Decodes JSON with the ecosystem's signatures to a Value. Throws a DiagnosticError with every place that cannot be
 * decoded. `onDependencies` is called with the path of each output value that lists the resources it depends on.
 */
export function decodeValue(json: Json, { onDependencies }: DecodeOptions = {}): Value {
  const found: Diagnostic[] = [];
  const decoder: Decoder = { found, onDependencies: onDependencies ?? (() => {}) };
  const value = fold<Json, Value>(json, (node, trail) => decodeStep(node, trail, decoder));
  const [first, ...others] = found;
  if (first !== undefined) throw new DiagnosticError(first, ...others);
  return value;
}

export interface DecodeOptions {
  readonly onDependencies?: (path: readonly (string | number)[], urns: readonly string[]) => void;
}

interface Decoder extends Required<DecodeOptions> {
  readonly found: Diagnostic[];
}

type DecodeStep = FoldStep<Json, Value>;

function decodeStep(node: Json, trail: Trail, decoder: Decoder): DecodeStep {
  const why = refusal(node);
  if (why !== undefined) return malformed(trail, decoder, why);
  if (typeof node === "string") return { result: decodeString(node) };
  if (typeof node !== "object" || node === null) return { result: node };
  if (isJsonObject(node)) {
    return Object.hasOwn(node, signatureKey)
      ? decodeSigned(node, trail, decoder)
      : decodeEntries(node, trail, decoder, (entries) => Object.fromEntries(entries));
  }
  return { parts: Array.from(node, (item, index) => [index, item]), join: (items) => items };
}

function decodeString(text: string): Value {
  const type = sentinelType(text);
  if (type === undefined) return text;
  return type === "string" ? unknown : unknownOf(type);
}

function decodeEntries(
  object: JsonObject,
  trail: Trail,
  decoder: Decoder,
  join: (entries: (readonly [string, Value])[]) => Value,
): DecodeStep {
  const parts = Object.entries(object);
  if (parts.some(([key]) => refusal(key) !== undefined)) {
    return malformed(trail, decoder, "has a key with half of a surrogate pair");
  }
  return { parts, join: (values) => join(values.map((value, index) => [parts[index]![0], value])) };
}

function decodeSigned(object: JsonObject, trail: Trail, decoder: Decoder): DecodeStep {
  const { [signatureKey]: signature, ...body } = object;
  const why = Object.values(body)
    .map(textRefusal)
    .find((text) => text !== undefined);
  if (why !== undefined) return malformed(trail, decoder, `contains a text that ${why}`);
  switch (signature) {
    case signatures.secret:
      return decodeSecret(body, trail, decoder);
    case signatures.ephemeral:
      return decodeEphemeral(body);
    case signatures.asset:
      return decodeAsset(body, trail, decoder);
    case signatures.archive:
      return decodeArchive(body, trail, decoder);
    case signatures.reference:
      return decodeReference(body, trail, decoder);
    case signatures.output:
      return decodeOutput(body, trail, decoder);
    case signatures.number:
      return decodeNumber(body, trail, decoder);
    default:
      decoder.found.push(unknownSignature(signature, trail));
      return { result: undefined };
  }
}

function decodeSecret(body: JsonObject, trail: Trail, decoder: Decoder): DecodeStep {
  if (body["value"] === undefined && Object.keys(body).length > 0) {
    return malformed(
      trail,
      decoder,
      "is a secret without a value; an encrypted secret must be decrypted first",
    );
  }
  return { parts: [[insideSecret, body["value"] ?? null]], join: ([content]) => secretOf(content) };
}

/** Stored ephemeral values have no content and decode to an unknown. */
function decodeEphemeral(body: JsonObject): DecodeStep {
  if (body["value"] === undefined) return { result: ephemeralOf(unknown) };
  return { parts: [[insideSecret, body["value"]]], join: ([content]) => ephemeralOf(content) };
}

/** The ecosystem omits an empty text; only the hash distinguishes it from an omitted text. */
const hashOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function decodeAsset(body: JsonObject, trail: Trail, decoder: Decoder): DecodeStep {
  const hash = optionalText(body["hash"]);
  const sources = (["text", "path", "uri"] as const).filter((name) => isGiven(body[name]));
  const [name = "text"] = sources;
  const isEmptyText = body["text"] === "" || hash === hashOfNothing;
  const content = sources.length === 0 && isEmptyText ? "" : body[name];
  if (sources.length > 1 || typeof content !== "string") {
    return malformed(trail, decoder, "is an asset whose content is not exactly one of text, path and uri");
  }
  if (hash === notText) return malformed(trail, decoder, "is an asset whose hash is not a string");
  return { result: assetOf({ [name]: content } as { [Name in typeof name]: string }, hash) };
}

function decodeArchive(body: JsonObject, trail: Trail, decoder: Decoder): DecodeStep {
  const hash = optionalText(body["hash"]);
  if (hash === notText) return malformed(trail, decoder, "is an archive whose hash is not a string");
  const sources = (["assets", "path", "uri"] as const).filter((name) => isGiven(body[name]));
  const [name] = sources;
  const content = name === undefined ? undefined : body[name];
  if (sources.length === 1 && name === "assets" && isJsonObject(content)) {
    return decodeEntries(content, trail, decoder, (entries) =>
      archiveOfEntries(entries, hash, trail, decoder),
    );
  }
  if (sources.length !== 1 || name === undefined || name === "assets" || typeof content !== "string") {
    return malformed(
      trail,
      decoder,
      "is an archive whose content is not exactly one of assets, path and uri",
    );
  }
  return { result: archiveOf(name === "path" ? { path: content } : { uri: content }, hash) };
}

function archiveOfEntries(
  entries: (readonly [string, Value])[],
  hash: string | undefined,
  trail: Trail,
  decoder: Decoder,
): Value {
  const assets = entries.flatMap(([name, entry]) =>
    isAsset(entry) || isArchive(entry) ? [[name, entry] as const] : [],
  );
  // An entry that could not be decoded is undefined, and was already reported.
  const strangers = entries.filter(([, entry]) => entry !== undefined).length - assets.length;
  if (strangers > 0)
    malformed(trail, decoder, "is an archive that contains something other than assets and archives");
  return archiveOf({ assets: Object.fromEntries(assets) }, hash);
}

function decodeReference(body: JsonObject, trail: Trail, decoder: Decoder): DecodeStep {
  const { urn, id = null } = body;
  const packageVersion = optionalText(body["packageVersion"]);
  if (typeof urn !== "string" || urn === "") return malformed(trail, decoder, "is a reference without a URN");
  if (id !== null && typeof id !== "string") {
    return malformed(trail, decoder, "is a reference whose id is not a string");
  }
  if (packageVersion === notText) {
    return malformed(trail, decoder, "is a reference whose package version is not a string");
  }
  return {
    result: referenceTo({
      urn,
      ...(id !== null && { id: id === "" ? unknown : id }),
      ...(packageVersion !== undefined && { packageVersion }),
    }),
  };
}

function decodeOutput(body: JsonObject, trail: Trail, decoder: Decoder): DecodeStep {
  const { value, secret = false, dependencies = [] } = body;
  if (typeof secret !== "boolean") {
    return malformed(trail, decoder, "is an output value whose secret flag is neither true nor false");
  }
  if (!Array.isArray(dependencies) || !dependencies.every((urn) => typeof urn === "string")) {
    return malformed(trail, decoder, "is an output value whose dependencies are not a list of URNs");
  }
  if (dependencies.length > 0) decoder.onDependencies(trailKeys(trail), dependencies);
  const wrap = (content: Value) => (secret ? secretOf(content) : content);
  if (value === undefined) return { result: wrap(unknown) };
  if (typeof value === "string") return { result: wrap(value) };
  return { parts: [[secret ? insideSecret : samePlace, value]], join: ([content]) => wrap(content) };
}

function decodeNumber(body: JsonObject, trail: Trail, decoder: Decoder): DecodeStep {
  const { value } = body;
  if (typeof value !== "string" || !/^[0-9a-f]{16}$/.test(value)) {
    return malformed(trail, decoder, "is a number that is not written as 16 hexadecimal digits");
  }
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${value}`));
  return { result: view.getFloat64(0) };
}

const textRefusal = (json: Json) => (typeof json === "string" ? refusal(json) : undefined);

const notText = Symbol("not text");

/** Senders omit an optional text, or write it as null or as the empty string. */
function optionalText(json: Json | undefined): string | undefined | typeof notText {
  if (!isGiven(json)) return undefined;
  return typeof json === "string" ? json : notText;
}

function isGiven(json: Json | undefined): boolean {
  return json !== undefined && json !== null && json !== "";
}

function malformed(trail: Trail, decoder: Decoder, why: string): { result: undefined } {
  const path = pathText(visibleKeys(trail));
  decoder.found.push(
    problem("model/malformed-encoding", {
      detail: `${trail.secret ? `Something inside the secret ${path}` : path} ${why}.`,
      hint: "Check the version of the program that wrote the value, or correct the file.",
      path,
    }),
  );
  return { result: undefined };
}

function unknownSignature(signature: Json | undefined, trail: Trail): Diagnostic {
  const path = pathText(visibleKeys(trail));
  if (signature === signatures.byteString) {
    return problem("model/unknown-signature", {
      detail: `${path} is a byteString: text that is not valid UTF-8, which Coconut does not support.`,
      hint: "Encode the bytes as text, for example in base64, before you put them into a property.",
      path,
    });
  }
  const name = typeof signature === "string" && !trail.secret ? ` ${JSON.stringify(signature)}` : "";
  return problem("model/unknown-signature", {
    detail: `${path} has an unknown signature${name}, which this version of Coconut does not support.`,
    hint: "Use a version of Coconut that supports it, or a sender that does not use it.",
    path,
  });
}
