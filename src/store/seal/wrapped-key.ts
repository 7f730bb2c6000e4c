import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { dataKey, dataKeyBytes, decrypt, encrypt, nonceBytes, type DataKey } from "./data-key.js";
import type { OpenWrapping, Wrapping } from "./wrapping.js";
import { JSON } from "../../std/plain-json.js";

/** A data key as a store contains it. */
export type WrappedKey = Wrapping & {
  readonly id: string;
  readonly sealed: string;
  /** Only decrypts old records; authenticates nothing. */
  readonly retired?: true;
};

/** Parses the stored keys; undefined if the text is malformed. */
export function parseWrappedKeys(text: string): readonly [WrappedKey, ...WrappedKey[]] | undefined {
  let keys: unknown;
  try {
    keys = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isWhole = Array.isArray(keys) && keys.length > 0 && keys.every(isWrappedKey);
  return isWhole ? (keys as [WrappedKey, ...WrappedKey[]]) : undefined;
}

export function wrapKey(
  lineage: string,
  key: DataKey,
  { wrapping, bytes }: OpenWrapping,
  random: (count: number) => Buffer,
): WrappedKey {
  const sealed = encrypt(bytes, random(nonceBytes), place(lineage, key.id), key.bytes);
  return { ...wrapping, id: key.id, sealed: sealed.toString("base64") };
}

export function unwrapKey(lineage: string, wrapped: WrappedKey, by: Buffer): DataKey {
  const bytes = decrypt(by, place(lineage, wrapped.id), Buffer.from(wrapped.sealed, "base64"));
  if (bytes?.length !== dataKeyBytes) throw wrongKey(wrapped);
  return dataKey(wrapped.id, bytes);
}

function isWrappedKey(key: unknown): boolean {
  const { by, id, sealed, cost, salt, file } = Object(key) as { readonly [name: string]: unknown };
  const texts = by === "passphrase" ? [cost, salt] : [file];
  return (
    (by === "passphrase" || (by === "key-file" && isKeyId(file))) &&
    [id, sealed, ...texts].every((each) => typeof each === "string")
  );
}

/** The id becomes part of a path. */
function isKeyId(file: unknown): boolean {
  return typeof file === "string" && /^[0-9a-f]+$/.test(file);
}

function wrongKey(wrapped: WrappedKey): DiagnosticError {
  const what = wrapped.by === "passphrase" ? "The passphrase" : `The key file ${wrapped.file}`;
  return new DiagnosticError(
    problem("store/key-wrong", {
      detail: `${what} does not decrypt the key of this stack. Nothing was read.`,
      hint:
        wrapped.by === "passphrase"
          ? "Use the passphrase of the stack. coco secrets rewrap may have changed it since the stack was created."
          : "Restore the state from a backup: its wrapped key was modified, or belongs to another stack.",
    }),
  );
}

const place = (lineage: string, id: string) => JSON.stringify(["coconut data key 1", lineage, id]);
