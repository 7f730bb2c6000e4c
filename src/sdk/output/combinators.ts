import { captureIn } from "../recording/capture.js";
import { applyNode } from "../recording/context.js";
import { outputOf, type Output } from "./output.js";
import type { Input, PlainShape } from "./shape.js";

/**
 * An Output of any value. Outputs and promises inside it, at any depth, become part of it.
 *
 * ```ts
 * const settings = coconut.output({ region: "eu", bucket: bucket.name }); // Output<{ region: string; bucket: string }>
 * ```
 */
export function output<T>(value: T): Output<PlainShape<T>> {
  return outputOf(captureIn(output, value));
}

/**
 * One Output out of several, for a callback that needs them together.
 *
 * ```ts
 * const url = coconut.all([host, port]).apply(([host, port]) => `http://${host}:${port}`);
 * ```
 */
export function all<const T extends readonly unknown[]>(
  values: T,
): Output<{ -readonly [K in keyof T]: PlainShape<T[K]> }>;
export function all<T extends { readonly [key: string]: unknown }>(
  values: T,
): Output<{ -readonly [K in keyof T]: PlainShape<T[K]> }>;
export function all(values: unknown): Output<unknown> {
  return outputOf({ kind: "all", of: captureIn(all, values) });
}

/** The function form of `value.apply(callback)`. */
export function apply<T, U>(value: Output<T>, callback: (value: T) => U): Output<PlainShape<U>> {
  return outputOf(applyNode(captureIn(apply, value), callback, apply));
}

/** An Output of an Output, or of a value with Outputs inside, as one Output of plain data. */
export function unwrap<T>(value: Output<T>): Output<PlainShape<T>> {
  return outputOf(captureIn(unwrap, value));
}

/**
 * Marks a value as secret: sealed wherever Coconut stores it, masked wherever Coconut shows it, and so is what Outputs and
 * their callbacks make from it.
 */
export function secret<T>(value: T): Output<PlainShape<T>> {
  return outputOf({ kind: "secret", of: captureIn(secret, value) });
}

/**
 * Marks a value as ephemeral: it may be used, and Coconut never stores it. It is masked like a secret, and so is what
 * Outputs and their callbacks make from it. Write-only inputs, configurations of providers, and arguments of functions
 * and methods accept ephemeral values; everything else refuses them.
 *
 * ```ts
 * const token = coconut.ephemeral(await readToken());
 * ```
 */
export function ephemeral<T>(value: T): Output<PlainShape<T>> {
  return outputOf({ kind: "secret", of: captureIn(ephemeral, value), ephemeral: true });
}

/** The value without its mark: it is stored and shown in the clear from then on. What is ephemeral stays ephemeral. */
export function unsecret<T>(value: Input<T>): Output<PlainShape<T>> {
  return outputOf({ kind: "unsecret", of: captureIn(unsecret, value) });
}

/** Whether a value, or anything in it, is secret. */
export function isSecret(value: unknown): Output<boolean> {
  return outputOf({ kind: "is-secret", of: captureIn(isSecret, value) });
}
