import type { Diagnostic, SourcePosition } from "../model/index.js";
import { shellWord } from "../std/shell-word.js";
import { problem } from "./diagnostics.js";
import { JSON } from "../std/plain-json.js";

/** What is wrong with a key; nothing if it is one. */
export function keyFault(key: string): string | undefined {
  if (key === "") return "a key is empty";
  if (/[\s\p{Cc}\p{Surrogate}]/u.test(key))
    return `the key ${JSON.stringify(key)} holds a space or a control character`;
  if (key.startsWith(":")) return `no package stands before the colon of ${JSON.stringify(key)}`;
  return key.endsWith(":") ? `nothing follows the colon of ${JSON.stringify(key)}` : undefined;
}

export function notAKey(fault: string): Diagnostic {
  return problem("engine/config-key", {
    detail: `This cannot be the key of a configuration value: ${fault}.`,
    hint: "Use a short name, with the package it belongs to if it is not the project's own:\naws:region",
  });
}

/** Nothing of the file is quoted: it may hold a secret by mistake. */
export function configMalformed(file: string, why: string, text: string, offset: number): Diagnostic {
  return problem("engine/config-malformed", {
    detail: `${file} cannot be used: ${why}.`,
    hint: "Correct the file; it is plain JSON, an object with a value for each key.",
    position: positionOf(file, text, offset),
  });
}

export function plainSecret(file: string, key: string, text: string, offset: number): Diagnostic {
  return problem("engine/config-plain-secret", {
    detail: `The secret ${JSON.stringify(key)} stands in ${file} as plain text. Whoever can read the file, or its history, can read the secret.`,
    hint: `Set it again, sealed with the key of the stack:\n    coco config set --secret ${shellWord(key)} <value>\nIf others have seen the file, let the secret itself be changed.`,
    position: positionOf(file, text, offset),
  });
}

export function sealedInside(file: string, key: string, text: string, offset: number): Diagnostic {
  return problem("engine/config-malformed", {
    detail: `In ${file} a sealed text is a part of ${JSON.stringify(key)}. Only a whole value can be sealed: { "secret": "coconut-sealed-…" }.`,
    hint: `Seal the whole value:\n    coco config set --secret ${shellWord(key)} <value>`,
    position: positionOf(file, text, offset),
  });
}

export function cannotOpen(key: string, where: string | undefined): Diagnostic {
  const place = where === undefined ? "" : ` in ${where}`;
  return problem("engine/config-sealed", {
    detail: `The sealed value of ${JSON.stringify(key)}${place} cannot be opened: it was sealed for another key or another stack, by a newer version, or was altered.`,
    hint: `A sealed value belongs to its key and its stack. Set it anew:\n    coco config set --secret ${shellWord(key)} <value>`,
  });
}

export function fileFault(file: string, error: unknown): Diagnostic {
  const reason = error instanceof Error ? error.message : String(error);
  return problem("engine/config-file", {
    detail: `The configuration file ${file} cannot be read or written: ${reason}.`,
    hint: "Look whether it is a file, and whether you may read it and write in its folder.",
  });
}

export function notAValue(key: string, why: string, hint: string): Diagnostic {
  return problem("engine/config-value", {
    detail: `The value for ${JSON.stringify(key)} is not taken: ${why}.`,
    hint,
  });
}

function positionOf(file: string, text: string, offset: number): SourcePosition {
  const before = text.slice(0, offset).split("\n");
  return { file, line: before.length, column: before.at(-1)!.length + 1 };
}
