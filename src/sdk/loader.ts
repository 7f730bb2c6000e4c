/** The functions that compiled code calls: the other half of `program/compile/instrument/`. Not for people. */
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { SourcePosition } from "../model/index.js";
import { isOutputCondition, refuseCondition, type Construct } from "./output/condition-guard.js";
import { watchedMapping, watchedMethod } from "./output/watched-calls.js";
import { runOutside } from "./recording/context.js";
import { isResourceClass, kindKey } from "./recording/brands.js";
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

interface BundleMeta {
  readonly url?: string;
  resolve?(specifier: string, from: string): string;
}

/** Those of the functions that watch what must not be an Output; an index is one of a condition. */
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

    /** An argument of a function that looks into lists, too. */
    given,

    /** What is spread into the arguments of such a function. */
    each: (values: Iterable<unknown>, index: number): unknown[] =>
      [...values].map((value) => given(value, index)),

    /** What a list is made of in `Array.from({ length })`. */
    length: <T>(list: T, index: number): T => {
      const hasLength = typeof list === "object" && list !== null && !isOutputCondition(list);
      if (hasLength) condition((list as { readonly length?: unknown }).length, index);
      return list;
    },

    mapping: (callback: unknown, index: number): unknown => watchedMapping(callback, () => refuse(index)),

    /**
     * `object.name(…)` as `method(object, name, index, 0)(…)`. The row behind that of the index is about the object.
     * `mayBeMissing`: 1 if the object may be nothing, 2 if the method may, 3 if both.
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

/** The functions that one compiled program calls; each takes indices into its tables. */
export function compiled(bundle: BundleMeta, tables: CompiledTables) {
  const announce = announcer(tables);
  const watch = watching(tables);
  let assignedKey: string | symbol = "";

  return {
    ...watch,

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
        watch.condition((object as Record<string | symbol, unknown>)[assignedKey], index);
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

/** As the language says it, and when it does: behind the arguments. */
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

/** `import.meta` of the file that the code was written in. */
function fileMeta(filename: string, bundle: BundleMeta) {
  const { href } = pathToFileURL(filename);
  const resolve = (specifier: string): string =>
    /^\.{0,2}\//.test(specifier) ? new URL(specifier, href).href : bundle.resolve!(specifier, href);
  return { url: href, filename, dirname: dirname(filename), resolve };
}
