import { scrypt } from "node:crypto";
import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import type { KeySource } from "../ports.js";
import { dataKeyBytes } from "./data-key.js";
import { makeKeyFile, readKeyFile } from "./key-file.js";
import { JSON } from "../../std/plain-json.js";

/** By what the data keys of a stack are sealed, as the store says it: a passphrase or the key in a file. */
export type Wrapping =
  | { readonly by: "passphrase"; readonly cost: string; readonly salt: string }
  | { readonly by: "key-file"; readonly file: string };

/** A wrapping with the key that it amounts to. */
export interface OpenWrapping {
  readonly wrapping: Wrapping;
  readonly bytes: Buffer;
}

/** By the passphrase if there is one, else by a key file, which is made if it is missing. */
export async function newWrapping(
  source: KeySource,
  random: (count: number) => Buffer,
): Promise<OpenWrapping> {
  const passphrase = await source.passphrase();
  if (passphrase === undefined) {
    const { id, bytes } = await makeKeyFile(source, random(dataKeyBytes));
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

/** The same text for wrappings that amount to the same key. */
export function wrappingText(wrapping: Wrapping): string {
  return wrapping.by === "passphrase"
    ? JSON.stringify([wrapping.by, wrapping.cost, wrapping.salt])
    : JSON.stringify([wrapping.by, wrapping.file]);
}

/** What the memory and time of guessing one passphrase is set by. Names are kept in stores. */
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
        detail: `The key of this stack is wrapped at the cost ${JSON.stringify(wrapping.cost)}, which is not used here.`,
        hint: "Use the version of Coconut that made the stack.",
      }),
    );
  }
  const passphrase = await source.passphrase();
  // A build server that lacks the secret gives an empty one.
  if (passphrase !== undefined && passphrase !== "") return stretch(passphrase, wrapping.salt, cost);
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
