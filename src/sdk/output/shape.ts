import type { Archive, Asset } from "./asset.js";
import type { AwaitedOutput, Output, OutputMethods } from "./output.js";

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

/**
 * `T` with Outputs accepted inside it, and around each member of a union: `Input<WithInputs<T>>` is `InputShape<T>`.
 * Spelled out where it is used, so that hovers show the result.
 */
export type WithInputs<T> = 0 extends 1 & T
  ? T
  : IsUnion<Bare<T>> extends true
    ? InputMembers<Bare<T>>
    : InsideInput<Bare<T>>;

type InsideInput<T> = T extends Leaf ? T : T extends object ? { [K in keyof T]: Input<WithInputs<T[K]>> } : T;

type InputMembers<T> =
  | (T extends Scalar | undefined ? never : Input<InsideInput<T>>)
  | InputScalar<Extract<T, string>>
  | InputScalar<Extract<T, number>>
  | InputScalar<Extract<T, boolean>>
  | Extract<T, undefined>;

type InputScalar<T> = [T] extends [never] ? never : Input<T>;

type WithOutputs<T> = 0 extends 1 & T
  ? T
  : IsUnion<Bare<T>> extends true
    ? OutputMembers<Bare<T>>
    : InsideOutput<Bare<T>>;

type InsideOutput<T> = T extends Leaf
  ? T
  : T extends object
    ? { [K in keyof T]: Output<WithOutputs<T[K]>> }
    : T;

type OutputMembers<T> =
  | (T extends Scalar | undefined ? never : Output<InsideOutput<T>>)
  | OutputScalar<Extract<T, string>>
  | OutputScalar<Extract<T, number>>
  | OutputScalar<Extract<T, boolean>>
  | Extract<T, undefined>;

type OutputScalar<T> = [T] extends [never] ? never : Output<T>;

/** `T` without the Outputs and promises around it. */
type Bare<T> =
  T extends OutputMethods<infer U>
    ? Bare<U>
    : T extends AwaitedOutput<infer U>
      ? Bare<U>
      : T extends PromiseLike<infer U>
        ? Bare<U>
        : T;

/** A union of literals of one of these is an enum, which is one member of a union. */
type Scalar = string | number | boolean;

/** Whether a type has several members. Undefined is none: it says that a value may be missing. */
type IsUnion<T> = [OneOf<T, T>] extends [true] ? false : true;

/** For each member of `T`, whether all of `All` is of its kind. */
type OneOf<T, All> = T extends undefined
  ? never
  : [Exclude<All, undefined>] extends [
        T extends string ? string : T extends number ? number : T extends boolean ? boolean : T,
      ]
    ? true
    : false;

/** A resource, as far as shapes need to know one: the classes stand above Outputs, which are their fields. */
interface ResourceLike {
  readonly urn: Output<string>;
}

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
  | ResourceLike
  | ((...parameters: never[]) => unknown);
