import { fileURLToPath } from "node:url";
import type { Caller, SourcePosition } from "../../model/index.js";

/**
 * The position of the code that called `below`, read from the call stack. Capturing is cheap: the stack is formatted
 * and mapped to the original source only when the position is first read.
 */
export class CallSite {
  #captured: { stack?: string } | undefined = {};
  #position: SourcePosition | undefined;

  constructor(below: Callable, frames = 1) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = frames;
    Error.captureStackTrace(this.#captured!, below);
    Error.stackTraceLimit = limit;
  }

  get position(): SourcePosition | undefined {
    if (this.#captured !== undefined) {
      [this.#position] = stackPositions(this.#captured.stack);
      this.#captured = undefined;
    }
    return this.#position;
  }
}

/** A function or class, as `captureStackTrace` takes it. */
export type Callable = Function;

/**
 * Returns the position for a diagnostic that is about to be thrown, to spread into the diagnostic. Built-in functions
 * (`String`, `Array.from`, `JSON.stringify`) may be between it and the user's code.
 */
export function positionBelow(below: Callable): { readonly position?: SourcePosition } {
  const { position } = new CallSite(below, 10);
  return position === undefined ? {} : { position };
}

/** Matches `at name (place)` or `at place`. The place may contain parentheses. */
const frame = /^\s*at (?:async )?(?:(.*?) \((.*)\)|(.*))$/;
const place = /^(?!node:|eval at )(.+):(\d+):(\d+)$/;

/** Yields the positions in a stack, innermost first. */
export function* stackPositions(stack: string | undefined): Generator<SourcePosition, undefined> {
  for (const { position } of stackCalls(stack)) yield position;
}

/** Like `stackPositions`, with the name of the function at each position if it has one. */
export function* stackCalls(stack: string | undefined): Generator<Caller, undefined> {
  for (const text of stack?.split("\n") ?? []) {
    const [, name = "", named, bare] = frame.exec(text) ?? [];
    const [, file, line, column] = place.exec(named ?? bare ?? "") ?? [];
    if (file === undefined) continue;
    const position = { file: filePath(file), line: Number(line), column: Number(column) };
    yield name === "" || name.includes("<anonymous>") ? { position } : { function: name, position };
  }
}

/** Interned: many positions share the path of one file. */
function filePath(file: string): string {
  const known = paths.get(file) ?? (file.startsWith("file:") ? pathOf(file) : file);
  paths.set(file, known);
  return known;
}

/** Returns the path of a URL. A stack is arbitrary text, so anything that is not a URL is returned unchanged. */
function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return url;
  }
}

const paths = new Map<string, string>();

const constructors = new WeakMap<Callable, Callable>();

/**
 * Returns the site of `new target(…)`. V8 omits implicit constructors from the stack, so the nearest explicit one is
 * looked up, once per class.
 */
export function siteOfNew(target: Callable): CallSite {
  const known = constructors.get(target);
  if (known !== undefined) return new CallSite(known);
  for (
    let candidate: Callable | null = target;
    candidate !== null;
    candidate = Object.getPrototypeOf(candidate)
  ) {
    const site = new CallSite(candidate);
    if (site.position === undefined) continue;
    constructors.set(target, candidate);
    return site;
  }
  return new CallSite(siteOfNew);
}
