import { scrypt } from "node:crypto";
import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import type { KeySource } from "../ports.js";
import { dataKeyBytes } from "./data-key.js";
import { makeKeyFile, readKeyFile } from "./key-file.js";
import { JSON } from "../../std/plain-json.js";

/** The protection of a stack's data keys, as the store records it: a passphrase or a key file. */
export type Wrapping =
  | { readonly by: "passphrase"; readonly cost: string; readonly salt: string }
  | { readonly by: "key-file"; readonly file: string };

/** A wrapping with the wrapping key itself. */
export interface OpenWrapping {
  readonly wrapping: Wrapping;
  readonly bytes: Buffer;
}

/** Uses the passphrase if there is one, otherwise a key file, which is created if it is missing. */
export async function newWrapping(
  source: KeySource,
  random: (count: number) => Buffer,
): Promise<OpenWrapping> {
  const passphrase = await source.passphrase();
  if (passphrase === undefined) {
    const { id, bytes } = makeKeyFile(source, random(dataKeyBytes));
    return { wrapping: { by: "key-file", file: id }, bytes };
  }
  refuseShort(passphrase);
  const cost = source.weakPassphrases === true ? "test" : "scrypt-17";
  const salt = random(16).toString("base64");
  return {
    wrapping: { by: "passphrase", cost, salt },
    bytes: await stretch(passphrase, salt, costs[cost]),
  };
}

export async function openWrapping(wrapping: Wrapping, source: KeySource): Promise<Buffer> {
  return wrapping.by === "passphrase" ? fromPassphrase(wrapping, source) : readKeyFile(wrapping.file, source);
}

/** Returns the same text for wrappings with the same key. */
export function wrappingText(wrapping: Wrapping): string {
  return wrapping.by === "passphrase"
    ? JSON.stringify([wrapping.by, wrapping.cost, wrapping.salt])
    : JSON.stringify([wrapping.by, wrapping.file]);
}

/** Cost parameters of deriving a key from a passphrase. The names are stored. */
const costs = {
  "scrypt-17": { N: 2 ** 17, r: 8, p: 1 },
  test: { N: 2 ** 4, r: 8, p: 1 },
};

const shortestPassphrase = 12;

async function fromPassphrase(
  wrapping: Extract<Wrapping, { by: "passphrase" }>,
  source: KeySource,
): Promise<Buffer> {
  const cost = Object.hasOwn(costs, wrapping.cost) ? costs[wrapping.cost as keyof typeof costs] : undefined;
  if (cost === undefined || (wrapping.cost === "test" && source.weakPassphrases !== true)) {
    throw new DiagnosticError(
      problem("store/key-wrong", {
        detail: `The key of this stack uses the key derivation cost ${JSON.stringify(wrapping.cost)}, which this version of Coconut does not support.`,
        hint: "Use the version of Coconut that created the stack.",
      }),
    );
  }
  const passphrase = await source.passphrase();
  // A build server that lacks the secret passes an empty passphrase.
  if (passphrase !== undefined && passphrase !== "") return stretch(passphrase, wrapping.salt, cost);
  throw new DiagnosticError(
    problem("store/key-missing", {
      detail: "The secrets of this stack are encrypted with a passphrase, and none is set.",
      hint: "Set the passphrase of the stack:\nCOCONUT_PASSPHRASE=…",
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
      detail: `The passphrase has ${passphrase.length} characters; the minimum is ${shortestPassphrase}.`,
      hint: "Choose a longer passphrase, for example a few unrelated words.",
    }),
  );
}
