/** The functions that compiled code calls. `program/compile/instrument/` generates the calls; people do not write them. */
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { SourcePosition } from "../model/index.js";
import { isOutputCondition, refuseCondition, type Construct } from "./output/condition-guard.js";
import { watchedMapping, watchedMethod } from "./output/watched-calls.js";
import { runOutside } from "./recording/context.js";
import { isResourceClass, kindKey } from "./recording/brands.js";
import { announceSite, declareType, type Site } from "./recording/site.js";

/** The loader's findings. A file is an index into `files`; lines and columns start at 1. */
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
  /** The module of each file, used in names. */
  readonly modules: readonly string[];
}

interface BundleMeta {
  readonly url?: string;
  resolve?(specifier: string, from: string): string;
}

/** Returns the functions that guard against Outputs. Each takes an index into the table of conditions. */
function watching(tables: CompiledTables) {
  const refuse = (index: number): never => {
    const row = tables.conditions[index]!;
    throw refuseCondition(row[3], positionOf(tables, row));
  };
  const condition = <T>(value: T, index: number): T => (isOutputCondition(value) ? refuse(index) : value);
  const given = <T>(value: T, index: number): T =>
    Array.isArray(value) && value.some(isOutputCondition) ? refuse(index) : condition(value, index);

  return {
    condition,

    /** Also used for an argument of a function that searches lists. */
    given,

    /** Checks the values that are spread into the arguments of such a function. */
    each: (values: Iterable<unknown>, index: number): unknown[] =>
      [...values].map((value) => given(value, index)),

    /** Checks the length in `Array.from({ length })`. */
    length: <T>(list: T, index: number): T => {
      const hasLength = typeof list === "object" && list !== null && !isOutputCondition(list);
      if (hasLength) condition((list as { readonly length?: unknown }).length, index);
      return list;
    },

    mapping: (callback: unknown, index: number): unknown => watchedMapping(callback, () => refuse(index)),

    /**
     * Replaces `object.name(…)` by `method(object, name, index, 0)(…)`. The row after the one at `index` is about the
     * object. `mayBeMissing`: 1 if the object may be nullish, 2 if the method may, 3 if both.
     */
    method: (object: unknown, name: string, index: number, mayBeMissing: number): unknown => {
      if ((object === undefined || object === null) && (mayBeMissing & 1) !== 0) return undefined;
      const found = (object as Record<string, unknown>)[name];
      if ((found === undefined || found === null) && (mayBeMissing & 2) !== 0) return undefined;
      if (isOutputCondition(object)) return () => refuse(index + 1);
      if (typeof found !== "function") return notAFunction(tables.conditions[index + 1]![3]);
      return watchedMethod(object, found as () => unknown, () => refuse(index));
    },
  };
}

/** Returns the functions that one compiled program calls. Each takes indices into its tables. */
export function compiled(bundle: BundleMeta, tables: CompiledTables) {
  const announce = announcer(tables);
  const watch = watching(tables);
  let assignedKey: string | symbol = "";

  return {
    ...watch,

    /** Replaces the last argument of a `new`, which leaves nothing to run between it and the constructor. */
    last: <T>(target: unknown, argument: T, index: number, key?: unknown): T => {
      announce(target, index, key);
      return argument;
    },

    /** Is spread after the arguments of a `new` that has no last argument to replace. */
    none: (target: unknown, index: number, key?: unknown): [] => {
      announce(target, index, key);
      return [];
    },

    /** Calls `new` on a class that is an expression, which must be evaluated only once. */
    construct: (target: new () => unknown, parameters: [], index: number, key?: unknown): unknown => {
      announce(target, index, key);
      return Reflect.construct(target, parameters);
    },

    /** Replaces `object[key] ||= value` by `owner(object, key, index)[key()] ||= value`. */
    owner: (object: unknown, key: unknown, index: number): unknown => {
      assignedKey = typeof key === "symbol" ? key : String(key);
      if (object !== null && object !== undefined) {
        watch.condition((object as Record<string | symbol, unknown>)[assignedKey], index);
      }
      return object;
    },
    key: (): string | symbol => assignedKey,

    declare: (target: object, type: string): void => {
      if (isResourceClass(target) && !(kindKey in target)) declareType(target, type);
    },

    meta: (file: number) => fileMeta(tables.files[file]!, bundle),

    /** Runs the body of a package's module, which belongs to no program. */
    outside: runOutside,
  };
}

/** Throws the error that the language would throw, at the same moment: after the arguments are evaluated. */
function notAFunction(construct: Construct): () => never {
  return () => {
    throw new TypeError(`${construct.slice("call ".length)} is not a function`);
  };
}

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

/** Returns `import.meta` of the original source file. */
function fileMeta(filename: string, bundle: BundleMeta) {
  const { href } = pathToFileURL(filename);
  const resolve = (specifier: string): string =>
    /^\.{0,2}\//.test(specifier) ? new URL(specifier, href).href : bundle.resolve!(specifier, href);
  return { url: href, filename, dirname: dirname(filename), resolve };
}
