import {
  checkValue,
  decodeValue,
  DiagnosticError,
  encodeValue,
  isArray,
  isEphemeral,
  isObject,
  isSecret,
  pathText,
  refusal,
  secretOf,
  sentinelType,
  signatureKey,
  type Json,
  type JsonObject,
  type Value,
} from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { canonicalJson, isJsonArray, type Path } from "./canonical-json.js";
import { decrypt, openText, sealBytes, sealText, type DataKey } from "./data-key.js";
import { JSON } from "../../std/plain-json.js";

/** Writes values as canonical JSON with every secret encrypted for its place, and reads them back. */
export class Sealer {
  readonly #lineage: string;
  readonly #keys: ReadonlyMap<string, DataKey>;
  readonly #key: DataKey;
  /** Cached texts of values that contain no secrets: the same value often appears in several places. */
  readonly #texts = new WeakMap<object, string>();

  /** Encrypts with the last key; decrypts with all keys. */
  constructor(lineage: string, keys: readonly DataKey[]) {
    this.#lineage = lineage;
    this.#keys = new Map(keys.map((key) => [key.id, key]));
    this.#key = keys.at(-1)!;
  }

  seal(value: Value, place: Place): string {
    const refuse = once(() => refuseUnlessValue(value));
    let isOpen = true;
    const text = canonicalJson(value as Json, {
      replace: (node, path) => {
        if (isSecret(node)) isOpen = false;
        return this.#special(node, place, path, refuse);
      },
      onDeep: refuse,
    });
    // Half of a surrogate pair is escaped like this; so are a few valid texts.
    if (text.includes("\\ud")) refuse();
    // Values of an operation are written only once.
    if (isOpen && place.kind !== "intent" && typeof value === "object" && value !== null)
      this.#texts.set(value, text);
    return text;
  }

  /** Re-encrypts every secret with the last key; everything else stays unchanged. */
  reseal(text: string, place: Place): string {
    return canonicalJson(JSON.parse(text) as Json, {
      replace: (node, path) => {
        if (!isSealed(node)) return undefined;
        const at = path();
        return this.#sealed(this.#openText(node, place, at), place, at);
      },
    });
  }

  /** Takes the result of `JSON.parse` and modifies it in place. */
  open(json: Json, place: Place): Value {
    const holder: { root: Json } = { root: json };
    const rest: Visit[] = [{ parent: holder, key: "root", path: undefined }];
    while (rest.length > 0) {
      const visit = rest.pop()!;
      const node = visit.parent[visit.key]!;
      if (typeof node !== "object" || node === null) continue;
      if (isSealed(node)) {
        const value = this.#open(node, place, keysOf(visit.path));
        Object.defineProperty(visit.parent, visit.key, { value, enumerable: true });
        continue;
      }
      for (const [key, part] of Object.entries(node)) {
        if (typeof part !== "object") continue;
        rest.push({
          parent: node as unknown as Visit["parent"],
          key,
          path: { outer: visit.path, key: isJsonArray(node) ? Number(key) : key },
        });
      }
    }
    return decodeValue(holder.root);
  }

  /** Encrypts a whole document, bound to the unencrypted text `beside`. */
  sealDocument(content: Uint8Array, beside: string): Uint8Array {
    return sealBytes(this.#key, this.#documentPlace(this.#key, beside), Buffer.from(content));
  }

  openDocument(sealed: Uint8Array, beside: string): Uint8Array | undefined {
    for (const key of this.#keys.values()) {
      const content = decrypt(key.sealing, this.#documentPlace(key, beside), Buffer.from(sealed));
      if (content !== undefined) return content;
    }
    return undefined;
  }

  /** Returns the text for a part of a value that is not plain JSON; undefined if it is. */
  #special(node: Value, place: Place, path: Path, refuse: () => void): string | undefined {
    if (typeof node === "string" ? sentinelType(node) === undefined : isPlainLeaf(node)) return undefined;
    // What is left of an ephemeral value says nothing of it.
    if (isEphemeral(node)) return canonicalJson(encodeValue(node));
    if (isSecret(node)) {
      refuse();
      return this.#sealed(canonicalJson(encodeValue(node.value)), place, path());
    }
    if (typeof node === "object" && node !== null && (isArray(node) || isObject(node))) {
      const known = this.#texts.get(node);
      if (known !== undefined) return known;
      if (refusal(node) !== undefined || Object.hasOwn(node, signatureKey)) refuse();
      return undefined;
    }
    refuse();
    return canonicalJson(encodeValue(node));
  }

  #sealed(content: string, place: Place, path: readonly (string | number)[]): string {
    const sealed = sealText(this.#key, this.#place(this.#key, place, path), content);
    return canonicalJson({ [signatureKey]: secretSignature, key: this.#key.id, sealed });
  }

  #open(node: JsonObject, place: Place, path: readonly (string | number)[]): Json {
    const value = JSON.parse(this.#openText(node, place, path)) as Json;
    return { [signatureKey]: secretSignature, value };
  }

  #openText(node: JsonObject, place: Place, path: readonly (string | number)[]): string {
    const { key: id, sealed } = node as { key: string; sealed: string };
    const key = this.#keys.get(id);
    const text = key && openText(key, this.#place(key, place, path), sealed);
    if (text === undefined) throw cannotOpen(place, path);
    return text;
  }

  #documentPlace(key: DataKey, beside: string): string {
    return JSON.stringify(["coconut document 1", key.id, this.#lineage, beside]);
  }

  /**
   * The place that the ciphertext is bound to. It does not include the URN, so a rename does not change the ciphertext.
   */
  #place(key: DataKey, { rid, generation, kind }: Place, path: readonly (string | number)[]): string {
    return JSON.stringify(["coconut secret 1", key.id, this.#lineage, rid, generation, kind, ...path]);
  }
}

/** The place of a value. Numbers are zero for values that belong to no resource or no object. */
export interface Place {
  readonly rid: number;
  readonly generation: number;
  readonly kind:
    | "inputs"
    | "outputs"
    | "baseline"
    | "opaque"
    | "observed"
    | "options"
    | "intent"
    | "stack-outputs";
}

function isSealed(node: Json): node is JsonObject {
  if (typeof node !== "object" || node === null || isJsonArray(node)) return false;
  return node[signatureKey] === secretSignature && node["sealed"] !== undefined;
}

function isPlainLeaf(node: Value): boolean {
  if (typeof node === "number") return Number.isFinite(node) && !Object.is(node, -0);
  return typeof node === "boolean" || node === null;
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** Throws with all problems of the value. */
function refuseUnlessValue(value: Value): void {
  const [first, ...others] = checkValue(value);
  if (first !== undefined) throw new DiagnosticError(first, ...others);
  encodeValue(value);
}

const secretSignature = (encodeValue(secretOf(null)) as JsonObject)[signatureKey] as string;

interface Visit {
  readonly parent: { [key: string]: Json };
  readonly key: string;
  readonly path: Link | undefined;
}

interface Link {
  readonly outer: Link | undefined;
  readonly key: string | number;
}

function keysOf(link: Link | undefined): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at = link; at !== undefined; at = at.outer) keys.push(at.key);
  return keys.reverse();
}

function cannotOpen({ rid, generation, kind }: Place, path: readonly (string | number)[]): DiagnosticError {
  return new DiagnosticError(
    problem("store/undecryptable-secret", {
      detail: `The secret at ${pathText(path)} in the ${kind} of object ${rid}.${generation} cannot be decrypted: it was modified, or encrypted for another place or with another key.`,
      hint: "Restore the state from a backup. Coconut has not changed anything.",
      path: pathText(path),
    }),
  );
}
