import { scrypt } from "node:crypto";
import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import type { KeySource } from "../ports.js";
import { dataKey, dataKeyBytes, decrypt, encrypt, nonceBytes, type DataKey } from "./data-key.js";
import { makeKeyFile, readKeyFile } from "./key-file.js";

/** A data key as the store keeps it: sealed by a passphrase or by the key in a file. */
export type WrappedKey = {
  readonly id: string;
  readonly sealed: string;
} & (
  | { readonly by: "passphrase"; readonly cost: string; readonly salt: string }
  | { readonly by: "key-file"; readonly file: string }
);

type RandomBytes = (count: number) => Uint8Array;

/** A new data key, wrapped by the passphrase if there is one, else by a key file, which is made if it is missing. */
export async function createKey(
  lineage: string,
  source: KeySource,
  randomBytes: RandomBytes,
): Promise<{ key: DataKey; wrapped: WrappedKey }> {
  const random = (count: number) => Buffer.from(randomBytes(count));
  const key = dataKey(random(4).toString("hex"), random(dataKeyBytes));
  const seal = (by: Buffer) =>
    encrypt(by, random(nonceBytes), place(lineage, key.id), key.bytes).toString("base64");
  const passphrase = await source.passphrase();
  if (passphrase === undefined) {
    const file = await makeKeyFile(source, random(dataKeyBytes));
    return { key, wrapped: { id: key.id, by: "key-file", file: file.id, sealed: seal(file.bytes) } };
  }
  refuseShort(passphrase);
  const cost = source.weakPassphrases === true ? "test" : "scrypt-17";
  const salt = random(16).toString("base64");
  const sealed = seal(await stretch(passphrase, salt, costs[cost]));
  return { key, wrapped: { id: key.id, by: "passphrase", cost, salt, sealed } };
}

export async function unwrapKeys(
  lineage: string,
  source: KeySource,
  wrapped: readonly WrappedKey[],
): Promise<DataKey[]> {
  const keys: DataKey[] = [];
  for (const each of wrapped) {
    const by =
      each.by === "passphrase" ? await fromPassphrase(each, source) : await readKeyFile(each.file, source);
    const bytes = decrypt(by, place(lineage, each.id), Buffer.from(each.sealed, "base64"));
    if (bytes?.length !== dataKeyBytes) throw wrongKey(each);
    keys.push(dataKey(each.id, bytes));
  }
  return keys;
}

/** What the memory and time of guessing one passphrase is set by. Names are kept in stores. */
const costs = {
  "scrypt-17": { N: 2 ** 17, r: 8, p: 1 },
  test: { N: 2 ** 4, r: 8, p: 1 },
};

const shortestPassphrase = 12;

async function fromPassphrase(
  wrapped: Extract<WrappedKey, { by: "passphrase" }>,
  source: KeySource,
): Promise<Buffer> {
  const cost = Object.hasOwn(costs, wrapped.cost) ? costs[wrapped.cost as keyof typeof costs] : undefined;
  if (cost === undefined || (wrapped.cost === "test" && source.weakPassphrases !== true)) {
    throw new DiagnosticError(
      problem("store/key-wrong", {
        detail: `The key of this stack is wrapped at the cost ${JSON.stringify(wrapped.cost)}, which is not used here.`,
        hint: "Use the version of Coconut that made the stack.",
      }),
    );
  }
  const passphrase = await source.passphrase();
  if (passphrase !== undefined) return stretch(passphrase, wrapped.salt, cost);
  throw new DiagnosticError(
    problem("store/key-missing", {
      detail: "The secrets of this stack are sealed with a passphrase, and none was given.",
      hint: "Give the passphrase that the stack was made with:\nCOCONUT_PASSPHRASE=…",
    }),
  );
}

function stretch(
  passphrase: string,
  salt: string,
  cost: { N: number; r: number; p: number },
): Promise<Buffer> {
  const limits = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), Buffer.from(salt, "base64"), dataKeyBytes, limits, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

function refuseShort(passphrase: string): void {
  if (passphrase.length >= shortestPassphrase) return;
  throw new DiagnosticError(
    problem("store/passphrase-too-short", {
      detail: `The passphrase has ${passphrase.length} characters; ${shortestPassphrase} is the least that resists guessing.`,
      hint: "Choose a longer one: a few unrelated words are easy to remember.",
    }),
  );
}

function wrongKey(wrapped: WrappedKey): DiagnosticError {
  const what = wrapped.by === "passphrase" ? "The passphrase" : `The key file ${wrapped.file}`;
  return new DiagnosticError(
    problem("store/key-wrong", {
      detail: `${what} does not open the key of this stack. Nothing was read.`,
      hint:
        wrapped.by === "passphrase"
          ? "Give the passphrase that the stack was made with."
          : "Restore the store from a backup: its wrapped key was altered, or belongs to another stack.",
    }),
  );
}

const place = (lineage: string, id: string) => JSON.stringify(["coconut data key 1", lineage, id]);
