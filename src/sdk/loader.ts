/**
 * What a program that was compiled by the loader imports: the other half of `program/load/instrument/`. Not for
 * people.
 */
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { SourcePosition } from "../model/index.js";
import { isOutputCondition, refuseCondition, type Construct } from "./output/condition-guard.js";
import { runOutside } from "./recording/context.js";
import { kindKey } from "./resource/register-resource.js";
import { isResourceClass } from "./resource/resource-brand.js";
import { announceSite, declareType, type Site } from "./recording/site.js";

/** What the loader found; a file is an index into `files`, positions count from one. */
export interface CompiledTables {
  readonly files: readonly string[];
  readonly conditions: readonly (readonly [
    file: number,
    line: number,
    column: number,
    construct: Construct,
  ])[];
  readonly sites: readonly (readonly [
    file: number,
    line: number,
    column: number,
    className: string,
    binding: string,
  ])[];
  /** The module of each file, for names. */
  readonly modules: readonly string[];
}

const compiledKey = Symbol.for("coconut.compiled");

interface BundleMeta {
  readonly url?: string;
  resolve?(specifier: string, from: string): string;
}

/** The functions that one compiled program calls; each takes indices into its tables. */
export function compiled(bundle: BundleMeta, tables: CompiledTables) {
  const announce = announcer(tables);
  const condition = <T>(value: T, index: number): T => {
    if (!isOutputCondition(value)) return value;
    const row = tables.conditions[index]!;
    throw refuseCondition(row[3], positionOf(tables, row));
  };
  let assignedKey: string | symbol = "";

  return {
    condition,

    /** Stands in the place of the last argument, so that nothing runs between it and the constructor. */
    last: <T>(target: unknown, argument: T, index: number, key?: unknown): T => {
      announce(target, index, key);
      return argument;
    },

    /** Is spread behind the arguments where there is no last one to stand for. */
    none: (target: unknown, index: number, key?: unknown): [] => {
      announce(target, index, key);
      return [];
    },

    /** Constructs where the class is an expression that must be evaluated once. */
    construct: (target: new () => unknown, parameters: [], index: number, key?: unknown): unknown => {
      announce(target, index, key);
      return Reflect.construct(target, parameters);
    },

    /** `object[key] ||= value` as `owner(object, key, index)[key()] ||= value`. */
    owner: (object: unknown, key: unknown, index: number): unknown => {
      assignedKey = typeof key === "symbol" ? key : String(key);
      if (object !== null && object !== undefined) {
        condition((object as Record<string | symbol, unknown>)[assignedKey], index);
      }
      return object;
    },
    key: (): string | symbol => assignedKey,

    declare: (target: object, type: string): void => {
      if (isResourceClass(target) && !(kindKey in target)) declareType(target, type);
    },

    meta: (file: number) => fileMeta(tables.files[file]!, bundle),

    /** The body of a package's module belongs to no program. */
    outside: runOutside,
  };
}

// For CommonJS in packages, which cannot import.
(globalThis as { [compiledKey]?: typeof compiled })[compiledKey] ??= compiled;

function announcer(tables: CompiledTables) {
  const sites: Site[] = [];
  return (target: unknown, index: number, key?: unknown): void => {
    if (!isResourceClass(target)) return;
    const site = (sites[index] ??= siteOf(tables, tables.sites[index]!));
    const isKey = (typeof key === "string" && key !== "") || typeof key === "number";
    announceSite(target, isKey ? { ...site, scope: { ...site.scope, binding: `${key}` } } : site);
  };
}

function siteOf(tables: CompiledTables, row: CompiledTables["sites"][number]): Site {
  const [file, , , className, binding] = row;
  const scope = {
    module: tables.modules[file]!,
    ...(className !== "" && { class: className }),
    ...(binding !== "" && { binding }),
  };
  return { position: positionOf(tables, row), scope };
}

function positionOf(
  { files }: CompiledTables,
  [file, line, column]: readonly [number, number, number, ...unknown[]],
): SourcePosition {
  return { file: files[file]!, line, column };
}

/** `import.meta` of the file that the code was written in. */
function fileMeta(filename: string, bundle: BundleMeta) {
  const { href } = pathToFileURL(filename);
  const resolve = (specifier: string): string =>
    /^\.{0,2}\//.test(specifier) ? new URL(specifier, href).href : bundle.resolve!(specifier, href);
  return { url: href, filename, dirname: dirname(filename), resolve };
}
