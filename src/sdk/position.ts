import type { SourcePosition } from "../model/index.js";

/**
 * Where the code stands that called `below`, read from the stack. Capturing is cheap; the stack is turned
 * into text, and mapped to the original source, only when the position is first asked for.
 */
export class CallSite {
  #captured: { stack?: string } | undefined = {};
  #position: SourcePosition | undefined;

  constructor(below: Callable) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 1;
    Error.captureStackTrace(this.#captured!, below);
    Error.stackTraceLimit = limit;
  }

  get position(): SourcePosition | undefined {
    if (this.#captured !== undefined) {
      this.#position = parseFrame(this.#captured.stack);
      this.#captured = undefined;
    }
    return this.#position;
  }
}

// oxlint-disable-next-line typescript/no-unsafe-function-type -- what captureStackTrace takes: a function or a class
type Callable = Function;

/** The position for a diagnostic that is about to be thrown: spread it into the diagnostic. */
export function positionBelow(below: Callable): { readonly position?: SourcePosition } {
  const { position } = new CallSite(below);
  return position === undefined ? {} : { position };
}

const frame = /(?:\(|at (?:async )?)(?:file:\/\/)?([^()]+?):(\d+):(\d+)\)?$/;

function parseFrame(stack: string | undefined): SourcePosition | undefined {
  for (const line of stack?.split("\n") ?? []) {
    const match = line.trimStart().startsWith("at ") ? frame.exec(line) : null;
    if (match === null) continue;
    return { file: decodePath(match[1]!), line: Number(match[2]), column: Number(match[3]) };
  }
  return undefined;
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

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
