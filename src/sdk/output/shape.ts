import type { Archive, Asset } from "./asset.js";
import type { AwaitedOutput, Output, OutputMethods } from "./output.js";
import type { Resource } from "../resource/resource.js";

/**
 * A plain value, or an Output of one. A promise goes through `output(promise)`. Written without the properties
 * that an Output lifts: an `Output<{ owner: string }>` is then an `Input<Record<string, string>>`.
 */
export type Input<T> = T | OutputMethods<T>;

/**
 * `T` with Outputs accepted at every depth: what a resource takes as an argument.
 *
 * ```ts
 * type Tags = InputShape<{ owner: string }>; // Input<{ owner: Input<string> }>
 * ```
 */
export type InputShape<T> = Input<WithInputs<T>>;

/**
 * `T` with an Output at every depth.
 *
 * ```ts
 * type Tags = OutputShape<{ owner: string }>; // Output<{ owner: Output<string> }>
 * ```
 */
export type OutputShape<T> = Output<WithOutputs<T>>;

/**
 * `T` without Outputs and promises at any depth: what a callback is given.
 *
 * ```ts
 * type Tags = PlainShape<Output<{ owner: Output<string> }>>; // { owner: string }
 * ```
 */
export type PlainShape<T> = 0 extends 1 & T
  ? T
  : T extends OutputMethods<infer U>
    ? PlainShape<U>
    : T extends AwaitedOutput<infer U>
      ? PlainShape<U>
      : T extends PromiseLike<infer U>
        ? PlainShape<U>
        : T extends Leaf
          ? T
          : T extends object
            ? { [K in keyof T]: PlainShape<T[K]> }
            : T;

/** The plain value of an Output: `Unwrap<Output<string>>` is `string`. */
export type Unwrap<T> = PlainShape<T>;

/** `T` with Outputs accepted inside it. Spelled out where it is used, so that hovers show the result. */
export type WithInputs<T> = 0 extends 1 & T
  ? T
  : T extends OutputMethods<infer U>
    ? WithInputs<U>
    : T extends AwaitedOutput<infer U>
      ? WithInputs<U>
      : T extends PromiseLike<infer U>
        ? WithInputs<U>
        : T extends Leaf
          ? T
          : T extends object
            ? { [K in keyof T]: Input<WithInputs<T[K]>> }
            : T;

type WithOutputs<T> = 0 extends 1 & T
  ? T
  : T extends OutputMethods<infer U>
    ? WithOutputs<U>
    : T extends AwaitedOutput<infer U>
      ? WithOutputs<U>
      : T extends PromiseLike<infer U>
        ? WithOutputs<U>
        : T extends Leaf
          ? T
          : T extends object
            ? { [K in keyof T]: Output<WithOutputs<T[K]>> }
            : T;

/** What no shape looks into. A union of literals is an enum, and so are the two values of `boolean`. */
export type Leaf =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | Asset
  | Archive
  | Resource
  | ((...parameters: never[]) => unknown);
