import { existsSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import {
  checkProject,
  DiagnosticError,
  isDiagnosticError,
  type AssetSources,
  type Diagnostic,
} from "../model/index.js";
import { jsonPitfall } from "../std/json-pitfall.js";
import { nearestName } from "../std/nearest-name.js";
import { readTextFile } from "../std/read-text-file.js";
import { shortenMiddle } from "../std/shorten-text.js";
import { isJsonObject } from "../std/plain-json.js";
import { problem } from "./diagnostics.js";
import type { EnvironmentAsked } from "./environment.js";
import { entries, projectFolder } from "./project-folder.js";

/** A project: its folder and its settings. */
export interface Project {
  readonly folder: string;
  /** The project was found in a parent of the given folder. */
  readonly isAbove: boolean;
  readonly name: string;
  /** Entry file of the program, relative to the folder. */
  readonly main: string;
  /** Location of state, if it is not the default. */
  readonly store?: string;
  /** Sources of assets that are allowed besides public addresses. */
  readonly assets?: AssetSources;
  /** The default stack. */
  readonly usual: EnvironmentAsked & { readonly file: string };
}

/**
 * Reads the project that a folder belongs to. `coconut.json` is optional: without it the project is named after its
 * `package.json`, or after the folder.
 */
export function readProject(directory: string): Project {
  const folder = projectFolder(directory);
  const file = join(folder, "coconut.json");
  const settings = readSettings(file);
  const main = settings.main ?? entries.find((each) => existsSync(join(folder, each)));
  if (main === undefined || !isFile(join(folder, main))) throw new DiagnosticError(noProgram(main, folder));
  const named = packageName(join(folder, "package.json"));
  const { stack, namespace, store, assets } = settings;
  return {
    folder,
    isAbove: folder !== resolve(directory),
    name: projectName(settings.name ?? named ?? basename(folder)),
    main,
    ...(store !== undefined && { store }),
    ...(assets !== undefined && { assets }),
    usual: { file, ...(stack !== undefined && { stack }), ...(namespace !== undefined && { namespace }) },
  };
}

/** Returns the project name without an npm scope. Throws if it cannot be part of a URN. */
function projectName(full: string): string {
  const name = full.replace(/^@[^/]+\//, "");
  try {
    checkProject(name);
    return name;
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    const { detail, hint } = error.diagnostics[0]!;
    throw new DiagnosticError(
      problem("cli/invalid-project-name", { detail, ...(hint !== undefined && { hint }) }),
    );
  }
}

/** Settings of `coconut.json` and their types. `packages` is parsed where packages are resolved. */
const kinds = {
  /** Name of the project, part of every URN. Default: the name in `package.json`, or the folder name. */
  name: "text",
  /** Entry file of the program. Default: `main.ts`, `main.mts`, `main.js` or `main.mjs`. */
  main: "text",
  /** Default stack, set by `coco stack select` and overridden by `-s`. Default: `dev`. */
  stack: "text",
  /** Namespace of all environments, overridden by `--namespace` and `-s name:namespace`. Default: none. */
  namespace: "text",
  /** Location of state: `sqlite:` and a folder, relative to the project. Default: `sqlite:.coconut`. */
  store: "text",
  /**
   * Maps the name of a package to the module path or npm package that contains its provider, or to a Terraform provider:
   * `{ "terraform": "<address of the provider, or path of its program>" }`.
   */
  packages: "an object",
  /** `allowPrivate` allows assets over `http:` and from private addresses: `true`, or a list of hosts. Default: none. */
  assets: "an object",
  /** For editors. Coconut ignores it. */
  $schema: "text",
} as const;

const settingNames = Object.keys(kinds).filter((key) => key !== "$schema");

type ProjectSettings = { readonly [Key in "name" | "main" | "stack" | "namespace" | "store"]?: string } & {
  readonly assets?: AssetSources;
};

function readSettings(file: string): ProjectSettings {
  const read = readObject(file);
  if (read === undefined) return {};
  const { object, text } = read;
  const pitfall = jsonPitfall(text);
  if (pitfall !== undefined)
    throw new DiagnosticError(malformed(file, pitfall.why, lineAt(pitfall.offset, text)));
  const faults = Object.entries(object).flatMap(([key, value]) => faultOf(key, value) ?? []);
  const [first, ...others] = faults.map(({ key, why }) => malformed(file, why, lineOf(key, text)));
  if (first !== undefined) throw new DiagnosticError(first, ...others);
  return object;
}

function faultOf(key: string, value: unknown): { readonly key: string; readonly why: string } | undefined {
  if (!Object.hasOwn(kinds, key)) {
    const near = nearestName(key, Object.keys(kinds));
    const meant = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}`;
    return { key, why: `unknown setting ${JSON.stringify(key)}${meant}` };
  }
  const kind = kinds[key as keyof typeof kinds];
  const fits = kind === "text" ? typeof value === "string" && value !== "" : isJsonObject(value);
  if (!fits) return { key, why: `${JSON.stringify(key)} must be ${kind}` };
  if (key === "assets") return assetsFault(value as object);
  const hasNull = typeof value === "string" && value.includes("\0");
  return hasNull ? { key, why: `${JSON.stringify(key)} contains a null character` } : undefined;
}

function assetsFault(assets: object): { readonly key: string; readonly why: string } | undefined {
  const stranger = Object.keys(assets).find((key) => key !== "allowPrivate");
  if (stranger !== undefined) {
    const why = `unknown setting ${JSON.stringify(`assets.${stranger}`)}; did you mean "assets.allowPrivate"`;
    return { key: stranger, why };
  }
  const { allowPrivate = false } = assets as { readonly allowPrivate?: unknown };
  const fits =
    typeof allowPrivate === "boolean" || (Array.isArray(allowPrivate) && allowPrivate.every(isHost));
  const why =
    '"assets.allowPrivate" must be true, false or a list of host names and addresses without a port';
  return fits ? undefined : { key: "allowPrivate", why };
}

function isHost(name: unknown): boolean {
  if (typeof name !== "string") return false;
  // Loaded on use: every command loads this file.
  return name.includes(":")
    ? process.getBuiltinModule("node:net").isIPv6(name)
    : /^[^\s/\\@?#[\]*]+$/.test(name);
}

/** Returns the name in `package.json`; undefined if there is none. Its rules are those of npm. */
function packageName(file: string): string | undefined {
  const name = readObject(file)?.object["name"];
  return typeof name === "string" && name !== "" ? name : undefined;
}

function readObject(
  file: string,
): { readonly object: { readonly [key: string]: unknown }; readonly text: string } | undefined {
  let text: string;
  let parsed: unknown;
  try {
    if (!existsSync(file)) return undefined;
    text = readTextFile(file);
    parsed = JSON.parse(text);
  } catch (error) {
    throw new DiagnosticError(malformed(file, error instanceof Error ? error.message : String(error)));
  }
  if (isJsonObject(parsed)) return { object: { ...parsed }, text };
  throw new DiagnosticError(malformed(file, "it is not a JSON object"));
}

function lineOf(key: string, text: string): number {
  return lineAt(text.indexOf(JSON.stringify(key)), text);
}

/** Returns the line of an offset. Returns 1 if the key was not found, for example because it contains escapes. */
function lineAt(offset: number, text: string): number {
  return offset < 0 ? 1 : text.slice(0, offset).split("\n").length;
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

function malformed(file: string, why: string, line?: number): Diagnostic {
  return problem("cli/malformed-file", {
    detail: `${file} is not valid: ${why}${why.includes("did you mean") ? "?" : "."}`,
    hint:
      basename(file) === "package.json"
        ? "Fix the file. npm needs it too."
        : `Fix the file. It is JSON with these settings: ${settingNames.join(", ")}.`,
    ...(line !== undefined && { position: { file, line, column: 1 } }),
  });
}

/** Longer than any path in a file system. */
const longest = 4096;

function noProgram(main: string | undefined, folder: string): Diagnostic {
  const isFolder = existsSync(folder);
  const where = shortenMiddle(folder, longest);
  return problem("cli/no-program", {
    detail: isFolder
      ? `There is no file ${shortenMiddle(main ?? entries.join(" or "), longest)} in ${where}${main === undefined ? ", and no project in a parent folder" : ""}.`
      : `The folder ${where} does not exist.`,
    hint: existsSync(join(folder, ".coconut"))
      ? `This folder contains the state of a stack. To delete its resources without the program, create an empty ${main ?? entries[0]} and run:\n    coco destroy`
      : `Change to the folder of the program, or name it:\n    coco plan -C <folder>${isFolder ? "\nTo create a project:\n    coco new" : ""}`,
  });
}
