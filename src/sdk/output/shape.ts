import type { Archive, Asset } from "./asset.js";
import type { AwaitedOutput, Output, OutputMethods } from "./output.js";

/**
 * A plain value, or an Output of one. Pass a promise through `output(promise)`. The type leaves out the properties that
 * an Output lifts, which makes an `Output<{ owner: string }>` an `Input<Record<string, string>>`.
 */
export type Input<T> = T | OutputMethods<T>;

/**
 * `T` with Outputs accepted at every depth: the type of a resource argument.
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
 * `T` without Outputs and promises at any depth: the type of the value that a callback receives.
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
 * `T` with Outputs accepted inside it and around each member of a union. `Input<WithInputs<T>>` is `InputShape<T>`,
 * written out where it is used to make hovers show the result.
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

/** Base types of enums: a union of literals of one of these counts as a single member of a union. */
type Scalar = string | number | boolean;

/** True if a type has several members. Undefined does not count: it only means that the value may be missing. */
type IsUnion<T> = [OneOf<T, T>] extends [true] ? false : true;

/** For each member of `T`: true if all of `All` is of its kind. */
type OneOf<T, All> = T extends undefined
  ? never
  : [Exclude<All, undefined>] extends [
        T extends string ? string : T extends number ? number : T extends boolean ? boolean : T,
      ]
    ? true
    : false;

/** The part of a resource that shapes need. The classes cannot be used here: they depend on Outputs. */
interface ResourceLike {
  readonly urn: Output<string>;
}

/** Types that no shape looks into. A union of literals is an enum, and so are the two values of `boolean`. */
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
