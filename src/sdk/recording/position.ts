import { fileURLToPath } from "node:url";
import type { Caller, SourcePosition } from "../../model/index.js";

/**
 * Where the code stands that called `below`, read from the stack. Capturing is cheap; the stack is turned
 * into text, and mapped to the original source, only when the position is first asked for.
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

/** What `captureStackTrace` takes: a function or a class. */
export type Callable = Function;

/**
 * The position for a diagnostic that is about to be thrown: spread it into the diagnostic. JavaScript's own
 * functions (`String`, `Array.from`, `JSON.stringify`) may stand between it and the user's code.
 */
export function positionBelow(below: Callable): { readonly position?: SourcePosition } {
  const { position } = new CallSite(below, 10);
  return position === undefined ? {} : { position };
}

/** `at name (place)` or `at place`; a place may hold parentheses itself. */
const frame = /^\s*at (?:async )?(?:(.*?) \((.*)\)|(.*))$/;
const place = /^(?!node:|eval at )(.+):(\d+):(\d+)$/;

/** The places that a stack names, the innermost first. */
export function* stackPositions(stack: string | undefined): Generator<SourcePosition, undefined> {
  for (const { position } of stackCalls(stack)) yield position;
}

/** The same with the function that each is in, where that has a name. */
export function* stackCalls(stack: string | undefined): Generator<Caller, undefined> {
  for (const text of stack?.split("\n") ?? []) {
    const [, name = "", named, bare] = frame.exec(text) ?? [];
    const [, file, line, column] = place.exec(named ?? bare ?? "") ?? [];
    if (file === undefined) continue;
    const position = { file: filePath(file), line: Number(line), column: Number(column) };
    yield name === "" || name.includes("<anonymous>") ? { position } : { function: name, position };
  }
}

/** Many positions are in one file, and share its path. */
function filePath(file: string): string {
  const known = paths.get(file) ?? (file.startsWith("file:") ? pathOf(file) : file);
  paths.set(file, known);
  return known;
}

/** A stack is text that anybody may have written: what is no address stays as it is. */
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
 * Where `new target(…)` stands. V8 leaves constructors that a class does not write out off the stack, so the
 * nearest one that is really there is looked up once per class.
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
