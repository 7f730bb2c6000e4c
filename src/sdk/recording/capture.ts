import {
  constant,
  DiagnosticError,
  pathText,
  refusal,
  setProperty,
  valueKind,
  type Expression,
  type Value,
} from "../../model/index.js";
import { assetFaceOf, expressionIn, handleOf, isResource, type AssetFace } from "./brands.js";
import { problem } from "../diagnostics.js";
import { located } from "./located.js";
import { ownResource } from "./own-resource.js";
import { positionBelow, type Callable } from "./position.js";

const deepest = 1_000;

/**
 * Converts a value of the program to an expression. It is a copy: later mutation has no effect. Outputs, promises,
 * resources, assets and plain data may be mixed at any depth. Anything else is refused, with its path.
 */
export function capture(raw: unknown): Expression {
  const memory: Memory = { visits: 0, shared: undefined };
  const taken = take(raw, { container: undefined, outer: undefined, depth: 0, key: "", memory });
  return taken instanceof Dynamic ? taken.expression : constant(taken);
}

/** Like `capture`, for a function of the SDK: errors point at the user's call of that function. */
export function captureIn(below: Callable, raw: unknown): Expression {
  try {
    return capture(raw);
  } catch (error) {
    throw located(error, positionBelow(below));
  }
}

/** Wraps an expression that is not plain data, to distinguish it from an object of the user. */
class Dynamic {
  readonly expression: Expression;

  constructor(expression: Expression) {
    this.expression = expression;
  }
}

/** The containers around the current value, innermost first. Used for messages and to detect cycles. */
interface Trail {
  readonly container: object | undefined;
  readonly outer: Trail | undefined;
  readonly depth: number;
  /** The key of the current part in the container. */
  key: string | number;
  readonly memory: Memory;
}

/** Results by container, kept once a value has grown large: sixty levels of `[x, x]` have 2^60 paths. */
interface Memory {
  visits: number;
  shared: Map<object, Value | Dynamic> | undefined;
}

const manyVisits = 1_000;

/**
 * One function that calls itself. If there were several, V8 would inline them into each other, which is measurably
 * slower.
 */
function take(raw: unknown, trail: Trail): Value | Dynamic {
  if (typeof raw !== "object" || raw === null) {
    const reason = refusal(raw);
    if (reason !== undefined) throw refused(reason, trail);
    return raw as Value;
  }
  const expression = expressionIn(raw);
  if (expression !== undefined) return new Dynamic(ownExpression(expression));
  const isArray = Array.isArray(raw);
  if (!isArray && !isPlainObject(raw)) return takeInstance(raw, trail);
  const earlier = trail.memory.shared?.get(raw);
  if (earlier !== undefined) return earlier;
  const inside = enter(raw, trail);
  const names = isArray ? undefined : namesOf(raw, trail);
  const taken = (isArray ? [...raw] : Object.values(raw)) as (Value | Dynamic)[];
  let dynamic = false;
  for (let index = 0; index < taken.length; index++) {
    inside.key = names === undefined ? index : names[index]!;
    const part = take(taken[index], inside);
    taken[index] = part;
    if (part instanceof Dynamic) dynamic = true;
  }
  const whole = names === undefined ? arrayFrom(taken, dynamic) : objectFrom(names, taken, dynamic);
  trail.memory.shared?.set(raw, whole);
  return whole;
}

/** Only looks at the outermost level: nested expressions are checked when they are evaluated. */
function ownExpression(expression: Expression): Expression {
  if (expression.kind === "property") ownResource(expression.resource);
  return expression;
}

function takeInstance(raw: object, trail: Trail): Value | Dynamic {
  if (isResource(raw)) return new Dynamic({ kind: "reference", resource: ownResource(handleOf(raw)) });
  if (valueKind in raw) return raw;
  const face = assetFaceOf(raw);
  if (face !== undefined) return new Dynamic(assetExpression(face, trail));
  if (isThenable(raw)) return new Dynamic(promiseExpression(raw));
  throw refused(refusal(raw) ?? "is not plain data", trail);
}

function namesOf(raw: object, trail: Trail): readonly string[] {
  const symbol = Object.getOwnPropertySymbols(raw)[0];
  if (symbol !== undefined) throw refused(`has the symbol ${String(symbol)} as a key`, trail);
  const names = Object.keys(raw);
  for (const name of names) {
    const reason = refusal(name);
    if (reason !== undefined) throw refused(`has a key that ${reason}`, trail);
  }
  return names;
}

function arrayFrom(taken: readonly (Value | Dynamic)[], dynamic: boolean): Value | Dynamic {
  if (!dynamic) return taken as readonly Value[];
  return new Dynamic({ kind: "array", items: taken.map(expressionFor) });
}

function objectFrom(
  names: readonly string[],
  taken: readonly (Value | Dynamic)[],
  dynamic: boolean,
): Value | Dynamic {
  if (taken.includes(undefined)) {
    const isPresent = (_: unknown, index: number) => taken[index] !== undefined;
    return objectFrom(names.filter(isPresent), taken.filter(isPresent), dynamic);
  }
  if (dynamic) return new Dynamic({ kind: "object", keys: names, values: taken.map(expressionFor) });
  const object: { [name: string]: Value } = {};
  names.forEach((name, index) => setProperty(object, name, taken[index] as Value));
  return object;
}

function expressionFor(taken: Value | Dynamic): Expression {
  return taken instanceof Dynamic ? taken.expression : constant(taken);
}

function assetExpression(face: AssetFace, trail: Trail): Expression {
  const content = expressionFor(take(face.content, trail));
  return { kind: face.kind, source: face.source, content } as Expression;
}

/**
 * Returns the expression of a promise. A rejection is reported by the code that evaluates the promise, never by Node as
 * unhandled. Some libraries start their work on each call of `then`, so `then` is called only once.
 */
function promiseExpression(thenable: PromiseLike<unknown>): Expression {
  const promise = Promise.resolve(thenable);
  promise.catch(() => undefined);
  return { kind: "promise", promise };
}

function isThenable(raw: object): raw is PromiseLike<unknown> {
  return typeof (raw as { then?: unknown }).then === "function";
}

/** True for a plain object, also one of another realm (a worker, a vm context). */
function isPlainObject(raw: object): boolean {
  if (valueKind in raw) return false;
  const prototype = Object.getPrototypeOf(raw) as unknown;
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, "hasOwnProperty");
}

function enter(container: object, trail: Trail): Trail {
  for (let each: Trail | undefined = trail; each !== undefined; each = each.outer) {
    if (each.container === container) throw refused("contains itself", trail);
  }
  if (trail.depth === deepest) throw refused(`is nested more than ${deepest} levels deep`, trail);
  if (++trail.memory.visits === manyVisits) trail.memory.shared = new Map();
  return { container, outer: trail, depth: trail.depth + 1, key: "", memory: trail.memory };
}

function refused(reason: string, trail: Trail): DiagnosticError {
  const keys: (string | number)[] = [];
  for (let each = trail; each.outer !== undefined; each = each.outer) keys.unshift(each.key);
  const path = keys.length > 20 ? `${pathText(keys.slice(0, 20))}…` : pathText(keys);
  return new DiagnosticError(
    problem("sdk/not-a-value", {
      detail: `${path} ${reason}.`,
      hint: "Use null, booleans, numbers, strings, assets, archives, resources, Outputs and promises of these, and arrays and plain objects that contain them.",
      path,
    }),
  );
}
