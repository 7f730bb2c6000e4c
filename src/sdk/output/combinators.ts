import { captureIn } from "../recording/capture.js";
import { applyNode } from "../recording/context.js";
import { outputOf, type Output } from "./output.js";
import type { Input, PlainShape } from "./shape.js";

/**
 * Returns an Output of any value. Outputs and promises inside the value, at any depth, are resolved.
 *
 * ```ts
 * const settings = coconut.output({ region: "eu", bucket: bucket.name }); // Output<{ region: string; bucket: string }>
 * ```
 */
export function output<T>(value: T): Output<PlainShape<T>> {
  return outputOf(captureIn(output, value));
}

/**
 * Combines several Outputs into one, for a callback that needs all of their values.
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

/** Function form of `value.apply(callback)`. */
export function apply<T, U>(value: Output<T>, callback: (value: T) => U): Output<PlainShape<U>> {
  return outputOf(applyNode(captureIn(apply, value), callback, apply));
}

/** Flattens an Output of an Output, or of a value that contains Outputs, into one Output of plain data. */
export function unwrap<T>(value: Output<T>): Output<PlainShape<T>> {
  return outputOf(captureIn(unwrap, value));
}

/**
 * Marks a value as secret. Coconut encrypts it in state and masks it in output, together with everything that Outputs
 * and their callbacks derive from it.
 *
 * ```ts
 * const password = coconut.secret(generated); // Output<string>
 * ```
 */
export function secret<T>(value: T): Output<PlainShape<T>> {
  return outputOf({ kind: "secret", of: captureIn(secret, value) });
}

/**
 * Marks a value as ephemeral: the program may use it, and Coconut never stores it. It is masked like a secret, and so are
 * values that Outputs and their callbacks make from it. Write-only inputs, provider configurations, and arguments of
 * functions and methods accept ephemeral values; everything else refuses them.
 *
 * ```ts
 * const token = coconut.ephemeral(await readToken());
 * ```
 */
export function ephemeral<T>(value: T): Output<PlainShape<T>> {
  return outputOf({ kind: "secret", of: captureIn(ephemeral, value), ephemeral: true });
}

/**
 * Removes the secret mark from a value: from then on, Coconut stores and shows it as plain text. An ephemeral value stays
 * ephemeral.
 */
export function unsecret<T>(value: Input<T>): Output<PlainShape<T>> {
  return outputOf({ kind: "unsecret", of: captureIn(unsecret, value) });
}

/** Returns an Output that is true if a value, or any part of it, is secret. */
export function isSecret(value: unknown): Output<boolean> {
  return outputOf({ kind: "is-secret", of: captureIn(isSecret, value) });
}
