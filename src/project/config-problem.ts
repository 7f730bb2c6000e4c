import type { Diagnostic, SourcePosition } from "../model/index.js";
import { shellWord } from "../std/shell-word.js";
import { problem } from "./diagnostics.js";
import { JSON } from "../std/plain-json.js";

/** Returns the problem with a key; undefined if it is valid. */
export function keyFault(key: string): string | undefined {
  if (key === "") return "a key is empty";
  if (/[\s\p{Cc}\p{Surrogate}]/u.test(key))
    return `the key ${JSON.stringify(key)} contains a space or a control character`;
  if (key.startsWith(":")) return `the key ${JSON.stringify(key)} has no package before the colon`;
  return key.endsWith(":") ? `the key ${JSON.stringify(key)} has no name after the colon` : undefined;
}

export function notAKey(fault: string): Diagnostic {
  return problem("engine/config-key", {
    detail: `Invalid configuration key: ${fault}.`,
    hint: "Use a short name. If the value belongs to a package, put the package first:\naws:region",
  });
}

/** Does not quote the file: it may contain a secret by mistake. */
export function configMalformed(file: string, why: string, text: string, offset: number): Diagnostic {
  return problem("engine/config-malformed", {
    detail: `${file} cannot be used: ${why}.`,
    hint: "Correct the file. It must be plain JSON: an object with one value per key.",
    position: positionOf(file, text, offset),
  });
}

export function plainSecret(file: string, key: string, text: string, offset: number): Diagnostic {
  return problem("engine/config-plain-secret", {
    detail: `The secret ${JSON.stringify(key)} is in ${file} as plain text. Anyone who can read the file or its history can read the secret.`,
    hint: `Set it again, encrypted with the key of the stack:\n    coco config set --secret ${shellWord(key)}\nIf others could have read the file, rotate the secret itself.`,
    position: positionOf(file, text, offset),
  });
}

export function sealedInside(file: string, key: string, text: string, offset: number): Diagnostic {
  return problem("engine/config-malformed", {
    detail: `In ${file}, ${JSON.stringify(key)} contains an encrypted text as part of its value. Only a whole value can be encrypted: { "secret": "coconut-sealed-…" }.`,
    hint: `Encrypt the whole value:\n    coco config set --secret ${shellWord(key)}`,
    position: positionOf(file, text, offset),
  });
}

export function cannotOpen(key: string, where: string | undefined): Diagnostic {
  const place = where === undefined ? "" : ` in ${where}`;
  return problem("engine/config-sealed", {
    detail: `The encrypted value of ${JSON.stringify(key)}${place} cannot be decrypted: it was encrypted for another key or another stack, was written by a newer version of Coconut, or was modified.`,
    hint: `An encrypted value is bound to its key and its stack. Set it again:\n    coco config set --secret ${shellWord(key)}`,
  });
}

export function fileFault(file: string, error: unknown): Diagnostic {
  const reason = error instanceof Error ? error.message : String(error);
  return problem("engine/config-file", {
    detail: `The configuration file ${file} cannot be read or written: ${reason}.`,
    hint: "Check that it is a regular file, and that you can read it and write to its folder.",
  });
}

export function notAValue(key: string, why: string, hint: string): Diagnostic {
  return problem("engine/config-value", {
    detail: `The value of ${JSON.stringify(key)} was rejected: ${why}.`,
    hint,
  });
}

function positionOf(file: string, text: string, offset: number): SourcePosition {
  const before = text.slice(0, offset).split("\n");
  return { file, line: before.length, column: before.at(-1)!.length + 1 };
}
