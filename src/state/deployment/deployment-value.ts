import {
  encodeValue,
  secretOf,
  signatureKey,
  type Json,
  type JsonObject,
  type Value,
} from "../../model/index.js";
import { JSON } from "../../std/plain-json.js";

/** The place of a value in a deployment. A value that is encrypted for one place cannot be decrypted at another. */
export interface ValuePlace {
  readonly urn: string;
  readonly id: string | undefined;
  /** `inputs`, or `coconut.baseline`. */
  readonly field: string;
}

/**
 * Returns a value in the form of deployments: a secret is its JSON text in an envelope, encrypted for its place or as
 * plain text.
 */
export function deploymentJson(value: Value, place: ValuePlace, seal: SealText | undefined): Json {
  return enveloped(encodeValue(value), seal && ((text, path) => seal(text, placeText(place, path))));
}

/** Encrypts the text of a secret for a place. */
export type SealText = (text: string, place: string) => string;

/**
 * Decrypts a text that was encrypted for a place. Returns undefined if it was encrypted with another key or for another
 * place, or was modified.
 */
export type OpenText = (sealed: string, place: string) => string | undefined;

type DeploymentPath = readonly (string | number)[];

/** Returns the text that identifies a place of a deployment, to which `SealText` binds. */
export function placeText({ urn, id, field }: ValuePlace, path: DeploymentPath): string {
  return JSON.stringify([urn, id ?? null, field, ...path]);
}

/**
 * Returns the JSON with every envelope decrypted, as `decodeValue` expects it. A secret that cannot be decrypted is
 * reported by its path and replaced by null. Envelopes inside an envelope are not decrypted.
 */
export function openedJson(json: Json, opening: Opening, path: DeploymentPath = []): Json {
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
  readonly open: (sealed: string, path: DeploymentPath) => string | undefined;
  readonly onFault: (fault: "sealed" | "malformed", path: DeploymentPath) => void;
}

function enveloped(
  json: Json,
  seal: ((text: string, path: DeploymentPath) => string) | undefined,
  path: DeploymentPath = [],
): Json {
  if (typeof json !== "object" || json === null) return json;
  if (isList(json)) return json.map((item, index) => enveloped(item, seal, [...path, index]));
  if (json[signatureKey] !== secretSignature)
    return Object.fromEntries(
      Object.entries(json).map(([key, part]) => [key, enveloped(part, seal, [...path, key])]),
    );
  const text = JSON.stringify(enveloped(json["value"] ?? null, undefined));
  const content = seal === undefined ? { plaintext: text } : { ciphertext: seal(text, path) };
  return { [signatureKey]: secretSignature, ...content };
}

function contentOf(envelope: JsonObject, { open, onFault }: Opening, path: DeploymentPath): Json {
  const { plaintext, ciphertext } = envelope;
  const text =
    typeof plaintext === "string"
      ? plaintext
      : typeof ciphertext === "string"
        ? open(ciphertext, path)
        : undefined;
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
