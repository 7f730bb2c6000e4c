import {
  encodeValue,
  secretOf,
  signatureKey,
  type Json,
  type JsonObject,
  type Value,
} from "../../model/index.js";

/** A value as deployments keep it: a secret is its JSON text in an envelope, sealed or in the open. */
export function deploymentJson(value: Value, seal: ((text: string) => string) | undefined): Json {
  return enveloped(encodeValue(value), seal);
}

/**
 * The same JSON with every envelope opened, as `decodeValue` takes it. What cannot be opened is told by its path, and
 * null stands for it. Inside an envelope nothing is sealed a second time, whatever it says.
 */
export function openedJson(json: Json, opening: Opening, path: readonly (string | number)[] = []): Json {
  if (typeof json !== "object" || json === null) return json;
  if (isList(json)) return json.map((item, index) => openedJson(item, opening, [...path, index]));
  if (json[signatureKey] === secretSignature && !Object.hasOwn(json, "value")) {
    return { [signatureKey]: secretSignature, value: contentOf(json, opening, path) };
  }
  return Object.fromEntries(
    Object.entries(json).map(([key, part]) => [key, openedJson(part, opening, [...path, key])]),
  );
}

export interface Opening {
  /** Nothing if it was sealed by another key, or altered. */
  readonly open: (sealed: string) => string | undefined;
  readonly onFault: (fault: "sealed" | "malformed", path: readonly (string | number)[]) => void;
}

function enveloped(json: Json, seal: ((text: string) => string) | undefined): Json {
  if (typeof json !== "object" || json === null) return json;
  if (isList(json)) return json.map((item) => enveloped(item, seal));
  if (json[signatureKey] !== secretSignature)
    return Object.fromEntries(Object.entries(json).map(([key, part]) => [key, enveloped(part, seal)]));
  const text = JSON.stringify(enveloped(json["value"] ?? null, undefined));
  const content = seal === undefined ? { plaintext: text } : { ciphertext: seal(text) };
  return { [signatureKey]: secretSignature, ...content };
}

function contentOf(
  envelope: JsonObject,
  { open, onFault }: Opening,
  path: readonly (string | number)[],
): Json {
  const { plaintext, ciphertext } = envelope;
  const text =
    typeof plaintext === "string" ? plaintext : typeof ciphertext === "string" ? open(ciphertext) : undefined;
  if (text === undefined) {
    onFault(typeof ciphertext === "string" ? "sealed" : "malformed", path);
    return null;
  }
  const content = parsed(text);
  if (content === undefined) {
    onFault("malformed", path);
    return null;
  }
  return openedJson(content, { open: (inner) => inner, onFault }, path);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isList(json: readonly Json[] | JsonObject): json is readonly Json[] {
  return Array.isArray(json);
}

const secretSignature = (encodeValue(secretOf(null)) as JsonObject)[signatureKey]!;
