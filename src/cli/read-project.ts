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

/** A project folder as `coco` sees it. */
export interface Project {
  readonly folder: string;
  /** It was not named: the folder is above the one that was. */
  readonly isAbove: boolean;
  readonly name: string;
  /** The file of the program, from the folder. */
  readonly main: string;
  /** Where state is kept, unless in the usual place. */
  readonly store?: string;
  /** Where assets may come from beside public addresses. */
  readonly assets?: AssetSources;
  /** The stack that is meant unless someone says another. */
  readonly usual: EnvironmentAsked & { readonly file: string };
}

/**
 * Reads the project that a folder belongs to: `coconut.json` where there is one. Without it, a folder with a `main.ts`
 * is a project too: its name is that of its package.json, or of the folder.
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

/** Part of every URN: one that cannot be must not become that of a stack. */
function projectName(full: string): string {
  const name = full.replace(/^@[^/]+\//, "");
  try {
    checkProject(name);
    return name;
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    const { detail, hint } = error.diagnostics[0]!;
    throw new DiagnosticError(problem("cli/project-name", { detail, ...(hint !== undefined && { hint }) }));
  }
}

/** What `coconut.json` may say, and what each has to be. `packages` is read again by whoever looks for packages. */
const kinds = {
  /** The name of the project, which is part of every URN; else that of `package.json`, else of the folder. */
  name: "text",
  /** The file that the program begins in; else `main.ts`, `main.mts`, `main.js` or `main.mjs`. */
  main: "text",
  /** The stack that is meant unless `-s` says another; `coco stack select` writes it. Else `dev`. */
  stack: "text",
  /** The namespace of all environments, unless `--namespace` or `-s name:namespace` says another. */
  namespace: "text",
  /** Where state is kept: `sqlite:` and a folder, from that of the project. Else `sqlite:.coconut`. */
  store: "text",
  /** For the name of a package, the path of the module or the npm package that has its provider. */
  packages: "an object",
  /** With `allowPrivate`, assets may come over `http:` and from private addresses: `true`, or a list of hosts. Else none. */
  assets: "an object",
  /** For editors; Coconut does not look at it. */
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
    const meant = near === undefined ? "" : `; it may be ${JSON.stringify(near)}`;
    return { key, why: `there is no setting ${JSON.stringify(key)}${meant}` };
  }
  const kind = kinds[key as keyof typeof kinds];
  const fits = kind === "text" ? typeof value === "string" && value !== "" : isJsonObject(value);
  if (!fits) return { key, why: `${JSON.stringify(key)} is not ${kind}` };
  if (key === "assets") return assetsFault(value as object);
  const hasNull = typeof value === "string" && value.includes("\0");
  return hasNull ? { key, why: `${JSON.stringify(key)} has a null character in it` } : undefined;
}

function assetsFault(assets: object): { readonly key: string; readonly why: string } | undefined {
  const stranger = Object.keys(assets).find((key) => key !== "allowPrivate");
  if (stranger !== undefined) {
    const why = `there is no setting ${JSON.stringify(`assets.${stranger}`)}; it may be "assets.allowPrivate"`;
    return { key: stranger, why };
  }
  const { allowPrivate = false } = assets as { readonly allowPrivate?: unknown };
  const fits =
    typeof allowPrivate === "boolean" || (Array.isArray(allowPrivate) && allowPrivate.every(isHost));
  const why = '"assets.allowPrivate" is not true, false or a list of host names and addresses without a port';
  return fits ? undefined : { key: "allowPrivate", why };
}

function isHost(name: unknown): boolean {
  if (typeof name !== "string") return false;
  // Loaded when it is asked: every command has this file.
  return name.includes(":")
    ? process.getBuiltinModule("node:net").isIPv6(name)
    : /^[^\s/\\@?#[\]*]+$/.test(name);
}

/** Its own rules are npm's. */
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
  throw new DiagnosticError(malformed(file, "it holds no object"));
}

function lineOf(key: string, text: string): number {
  return lineAt(text.indexOf(JSON.stringify(key)), text);
}

/** The first where it is not to be found, since it is spelled otherwise. */
function lineAt(offset: number, text: string): number {
  return offset < 0 ? 1 : text.slice(0, offset).split("\n").length;
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

function malformed(file: string, why: string, line?: number): Diagnostic {
  return problem("cli/malformed-file", {
    detail: `${file} cannot be read: ${why}.`,
    hint:
      basename(file) === "package.json"
        ? "Correct the file; npm needs it too."
        : `Correct the file; it is plain JSON, with ${settingNames.join(", ")}.`,
    ...(line !== undefined && { position: { file, line, column: 1 } }),
  });
}

/** Longer than any path of a file system. */
const longest = 4096;

function noProgram(main: string | undefined, folder: string): Diagnostic {
  const isFolder = existsSync(folder);
  const where = shortenMiddle(folder, longest);
  return problem("cli/no-program", {
    detail: isFolder
      ? `There is no file ${shortenMiddle(main ?? entries.join(" or "), longest)} in ${where}${main === undefined ? ", and no project in a folder above it" : ""}.`
      : `There is no folder ${where}.`,
    hint: existsSync(join(folder, ".coconut"))
      ? `A stack was kept here. To take away what it has, although the program is gone, put an empty ${main ?? entries[0]} there:\n    coco destroy`
      : `Go to the folder of the program, or name it:\n    coco plan -C <folder>${isFolder ? "\nTo begin one:\n    coco new" : ""}`,
  });
}
