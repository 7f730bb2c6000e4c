import {
  constant,
  DiagnosticError,
  pathText,
  refusal,
  valueKind,
  type Expression,
  type Value,
} from "../model/index.js";
import { assetFaceOf, type AssetFace } from "./asset-face.js";
import { problem } from "./diagnostics.js";
import { expressionOf, isOutput } from "./output.js";
import { handleOf, isResource } from "./resource-brand.js";

const deepest = 1_000;

/**
 * An expression for whatever the program handed over: a copy, so that later mutation is not seen. Outputs,
 * promises, resources, assets and plain data may be mixed at any depth; anything else is refused with its path.
 */
export function capture(raw: unknown): Expression {
  const taken = take(raw, { keys: [], containers: [] });
  return taken instanceof Dynamic ? taken.expression : constant(taken);
}

/** Wraps what is not plain data, so that it cannot be mistaken for an object of the user's. */
class Dynamic {
  readonly expression: Expression;

  constructor(expression: Expression) {
    this.expression = expression;
  }
}

/** The way from the root to what is being taken: for messages, and to see a container inside itself. */
interface Trail {
  readonly keys: (string | number)[];
  readonly containers: object[];
}

function take(raw: unknown, trail: Trail): Value | Dynamic {
  if (typeof raw !== "object" || raw === null) {
    const reason = refusal(raw);
    if (reason !== undefined) throw refused(reason, trail);
    return raw as Value;
  }
  if (Array.isArray(raw)) return takeArray(raw, trail);
  const prototype = Object.getPrototypeOf(raw) as unknown;
  if (prototype === Object.prototype && !(valueKind in raw)) {
    return isOutput(raw) ? new Dynamic(expressionOf(raw)) : takeObject(raw, trail);
  }
  return takeInstance(raw, prototype, trail);
}

function takeInstance(raw: object, prototype: unknown, trail: Trail): Value | Dynamic {
  if (isResource(raw)) return new Dynamic({ kind: "reference", resource: handleOf(raw) });
  if (valueKind in raw) return raw as Value;
  const face = assetFaceOf(raw);
  if (face !== undefined) return new Dynamic(assetExpression(face, trail));
  if (isThenable(raw)) return new Dynamic(promiseExpression(raw));
  if (prototype === null || isPlainPrototype(prototype)) return takeObject(raw, trail);
  throw refused(refusal(raw) ?? "is not plain data", trail);
}

function takeArray(raw: readonly unknown[], trail: Trail): Value | Dynamic {
  enter(raw, trail);
  const items = Array.from(raw, (item, index) => takePart(item, index, trail));
  trail.containers.pop();
  return items.some(isDynamic)
    ? new Dynamic({ kind: "array", items: items.map(expressionFor) })
    : (items as Value[]);
}

function takeObject(raw: object, trail: Trail): Value | Dynamic {
  enter(raw, trail);
  const symbol = Object.getOwnPropertySymbols(raw)[0];
  if (symbol !== undefined) throw refused(`has the symbol ${String(symbol)} as a key`, trail);
  const entries: [string, Value | Dynamic][] = [];
  for (const [name, part] of Object.entries(raw)) {
    const reason = refusal(name);
    if (reason !== undefined) throw refused(`has a key that ${reason}`, trail);
    const taken = takePart(part, name, trail);
    if (taken !== undefined) entries.push([name, taken]);
  }
  trail.containers.pop();
  if (!entries.some(([, taken]) => isDynamic(taken))) return Object.fromEntries(entries) as Value;
  return new Dynamic({
    kind: "object",
    keys: entries.map(([name]) => name),
    values: entries.map(([, taken]) => expressionFor(taken)),
  });
}

function takePart(part: unknown, key: string | number, trail: Trail): Value | Dynamic {
  trail.keys.push(key);
  const taken = take(part, trail);
  trail.keys.pop();
  return taken;
}

const isDynamic = (taken: Value | Dynamic) => taken instanceof Dynamic;

function expressionFor(taken: Value | Dynamic): Expression {
  return taken instanceof Dynamic ? taken.expression : constant(taken);
}

function assetExpression(face: AssetFace, trail: Trail): Expression {
  const content = expressionFor(take(face.content, trail));
  return { kind: face.kind, source: face.source, content } as Expression;
}

/** A rejection is reported by whoever evaluates the promise, never by Node as unhandled. */
function promiseExpression(promise: PromiseLike<unknown>): Expression {
  promise.then(undefined, () => undefined);
  return { kind: "promise", promise };
}

function isThenable(raw: object): raw is PromiseLike<unknown> {
  return typeof (raw as { then?: unknown }).then === "function";
}

/** Objects of another realm (a worker, a vm context) are plain too. */
function isPlainPrototype(prototype: unknown): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, "hasOwnProperty");
}

function enter(container: object, trail: Trail): void {
  if (trail.containers.includes(container)) throw refused("contains itself", trail);
  if (trail.containers.length >= deepest) throw refused(`is nested more than ${deepest} levels deep`, trail);
  trail.containers.push(container);
}

function refused(reason: string, { keys }: Trail): DiagnosticError {
  const path = keys.length > 20 ? `${pathText(keys.slice(0, 20))}…` : pathText(keys);
  return new DiagnosticError(
    problem("sdk/not-a-value", {
      detail: `${path} ${reason}.`,
      hint: "Values are null, booleans, numbers, text, assets, archives, resources, Outputs and promises of these, and arrays and plain objects of all of them.",
      path,
    }),
  );
}
