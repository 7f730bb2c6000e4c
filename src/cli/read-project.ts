import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";
import type { EnvironmentAsked } from "./environment.js";

/** A project folder as `coco` sees it. */
export interface Project {
  readonly folder: string;
  readonly name: string;
  /** The file of the program, from the folder. */
  readonly main: string;
  /** The stack that is meant unless someone says another. */
  readonly usual: EnvironmentAsked & { readonly file: string };
}

/**
 * Reads `coconut.json` where there is one. Without it, a folder with a `main.ts` is a project too: its name is
 * that of its package.json, or of the folder.
 */
export function readProject(directory: string): Project {
  const folder = resolve(directory);
  const settings = join(folder, "coconut.json");
  const named = text(settings, "name") ?? text(join(folder, "package.json"), "name") ?? basename(folder);
  const main = text(settings, "main") ?? entries.find((file) => existsSync(join(folder, file)));
  if (main === undefined || !existsSync(join(folder, main))) {
    throw new DiagnosticError(
      problem("cli/no-program", {
        detail: `There is no ${main ?? entries.join(" or ")} in ${folder}.`,
        hint: "Go to the folder of the program, or name it:\n    coco plan -C <folder>",
      }),
    );
  }
  const stack = text(settings, "stack");
  const namespace = text(settings, "namespace");
  const usual = {
    file: settings,
    ...(stack !== undefined && { stack }),
    ...(namespace !== undefined && { namespace }),
  };
  return { folder, name: named.replace(/^@[^/]+\//, ""), main, usual };
}

const entries = ["main.ts", "main.mts", "main.js", "main.mjs"];

function readObject(file: string): { readonly [key: string]: unknown } {
  if (!existsSync(file)) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new DiagnosticError(malformed(file, error instanceof Error ? error.message : String(error)));
  }
  if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  throw new DiagnosticError(malformed(file, "it holds no object"));
}

function text(file: string, key: string): string | undefined {
  const object = readObject(file);
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (value === undefined || (typeof value === "string" && value !== "")) return value;
  throw new DiagnosticError(malformed(file, `${JSON.stringify(key)} is no text`));
}

function malformed(file: string, why: string) {
  return problem("cli/malformed-file", {
    detail: `${file} cannot be read: ${why}.`,
    hint: "Correct the file; it is plain JSON.",
  });
}
