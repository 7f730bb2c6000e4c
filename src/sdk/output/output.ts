import { DiagnosticError, printPosition, type Expression } from "../../model/index.js";
import { coercionGuards } from "./coercion-guard.js";
import { expressionIn, expressionKey } from "../recording/brands.js";
import { applyNode } from "../recording/context.js";
import { problem } from "../diagnostics.js";
import { positionBelow } from "../recording/position.js";
import type { Leaf, PlainShape } from "./shape.js";

/**
 * A value that the engine provides: known now, or after the resources that it comes from have been created or read. An
 * Output carries the resources it depends on, whether its value is known, and whether it is secret.
 *
 * Read properties and elements as on the value itself. They are Outputs too:
 *
 * ```ts
 * const owner = bucket.tags.owner; // Output<string>
 * ```
 */
export type Output<T> = OutputMethods<T> & Lifted<T>;

export interface OutputMethods<out T> {
  /**
   * Returns a new Output of the result of `callback`, which is given the plain value. The callback runs when the value
   * is known, at most once per distinct value. Outputs and promises in its result are resolved.
   *
   * ```ts
   * const upper = bucket.name.apply((name) => name.toUpperCase());
   * ```
   */
  apply<U>(callback: (value: T) => U): Output<PlainShape<U>>;

  /** An Output cannot be awaited: the program runs before its value exists. Use `apply`. */
  then<A, B>(
    onfulfilled?: (value: AwaitedOutput<T>) => A,
    onrejected?: (reason: unknown) => B,
  ): PromiseLike<A | B>;
}

declare const awaited: unique symbol;

/** The type of `await output`: unusable on purpose. An async callback may still return an Output. */
export interface AwaitedOutput<out T> {
  readonly [awaited]: T;
}

/** The properties and elements of `T`, each as an Output. */
export type Lifted<T> = 0 extends 1 & T
  ? NothingLifted
  : NonNullable<T> extends Leaf
    ? NothingLifted
    : LiftedMember<NonNullable<T>>;

/** Distributes over a union, which makes an Output of one member assignable to an Output of the union. */
type LiftedMember<T> = T extends Leaf
  ? NothingLifted
  : T extends OutputMethods<infer U>
    ? Lifted<U>
    : T extends readonly unknown[]
      ? LiftedArray<T>
      : LiftedObject<T>;

/** Keeps `Output<string>` under its own name in hovers and declarations. */
export interface NothingLifted {}

/** Any index of an array; only the existing indices of a tuple. */
export type LiftedArray<T extends readonly unknown[]> = {
  readonly [
    K in keyof T as K extends (number extends T["length"] ? number : `${number}`) ? K : never
  ]: Output<PlainShape<T[K]>>;
} & { readonly length: Output<number> };

export type LiftedObject<T> = { readonly [K in keyof T]-?: Output<PlainShape<T[K]>> };

/** True if a value is an Output, also one from another copy of this package. */
export function isOutput(value: unknown): value is Output<unknown> {
  return typeof value === "object" && value !== null && expressionIn(value) !== undefined;
}

/** Returns the expression behind an Output. */
export function expressionOf(output: Output<unknown>): Expression {
  return expressionIn(output)!;
}

/** Returns the Output of an expression. */
export function outputOf<T>(expression: Expression): Output<T> {
  return new Proxy(new Face(expression), lifting) as unknown as Output<T>;
}

/** The target of the Output's proxy. Loggers and debuggers look behind a proxy, so it must not reveal the value. */
class Face {
  readonly #expression: Expression;

  constructor(expression: Expression) {
    this.#expression = expression;
  }

  get [expressionKey](): Expression {
    return this.#expression;
  }

  /** Called on the target and on the Output itself. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Output(${describe(this[expressionKey])})`;
  }
}

// On globalThis because the program and the engine may have loaded two copies of this package.
const shared = globalThis as { [lastRead]?: { last: string } };
const lastRead = Symbol.for("coconut.lastRead");
const reads = (shared[lastRead] ??= { last: "" });

/** Returns the property that was last read from any Output. A call of it cannot be observed, but fails right after. */
export function lastPropertyRead(): string {
  return reads.last;
}

const lifting: ProxyHandler<Face> = {
  get(face, key) {
    const expression = face[expressionKey];
    if (typeof key === "symbol") return symbolProperty(expression, key);
    switch (key) {
      case "apply":
        return function apply(callback: (value: never) => unknown) {
          return outputOf(applyNode(expression, callback, apply));
        };
      // Without `then`, a promise can be fulfilled with an Output instead of waiting for it.
      case "then":
      case "constructor":
      case "__proto__":
        return undefined;
      case "toString":
      case "toLocaleString":
        return coercionGuards.toString;
      case "valueOf":
        return coercionGuards.valueOf;
      case "toJSON":
        return coercionGuards.toJSON;
      default:
        reads.last = key;
        return outputOf({ kind: "get", from: expression, key });
    }
  },
  set: refuseAssignment,
  defineProperty: refuseAssignment,
  deleteProperty: refuseAssignment,
  ownKeys: coercionGuards.listKeys,
  has(_face, key) {
    if (typeof key === "symbol") return key === expressionKey;
    return coercionGuards.findKey(key, lifting.has!);
  },
  getOwnPropertyDescriptor(_face, key) {
    return typeof key === "symbol"
      ? undefined
      : coercionGuards.findKey(key, lifting.getOwnPropertyDescriptor!);
  },
};

function refuseAssignment(_face: Face, key: string | symbol): never {
  throw new DiagnosticError(
    problem("sdk/output-is-read-only", {
      detail: `The property ${JSON.stringify(String(key))} of an Output was assigned. An Output cannot be modified: other code may have read it already.`,
      hint: "Create a new Output:\n    output.apply((value) => ({ ...value, … }))",
      ...positionBelow(refuseAssignment),
    }),
  );
}

function symbolProperty(expression: Expression, key: symbol): unknown {
  switch (key) {
    case expressionKey:
      return expression;
    case Symbol.toPrimitive:
      return coercionGuards.toPrimitive;
    case Symbol.iterator:
    case Symbol.asyncIterator:
      return coercionGuards.iterate;
    case Symbol.toStringTag:
      return "Output";
    default:
      return undefined;
  }
}

/** Describes the origin of an Output for logs and debuggers. Never reveals its value. */
function describe(expression: Expression): string {
  const keys: string[] = [];
  let from = expression;
  for (; from.kind === "get" && keys.length < 20; from = from.from) keys.unshift(from.key);
  return [from.kind === "get" ? "…" : describeSource(from), ...keys].join(".");
}

function describeSource(expression: Expression): string {
  switch (expression.kind) {
    case "property":
      return `${expression.resource.name}.${expression.name}`;
    case "apply":
      return expression.position === undefined ? "apply" : `apply at ${printPosition(expression.position)}`;
    default:
      return expression.kind;
  }
}
