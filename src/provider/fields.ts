import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { WriteOnlySchema } from "./write-only.js";

/** The fields of a resource type, a function or a configuration: a Standard Schema for each name. */
export type Fields = { readonly [field: string]: StandardSchemaV1 };

/** The fields of a resource. `urn` and `id` are reserved, and `then` would make the resource a promise. */
export type ResourceFieldSchemas = Fields & { readonly [Name in ReservedName]?: never };

type ReservedName = "urn" | "id" | "then" | "toJSON";

/** The fields of several methods: their arguments or their results. */
export type MethodFields = { readonly [method: string]: Fields };

/** The type that a field accepts. */
export type Given<Schema extends StandardSchemaV1> = StandardSchemaV1.InferInput<Schema>;

/** The type after decoding, with defaults and transformations applied. */
export type Decoded<Schema extends StandardSchemaV1> = StandardSchemaV1.InferOutput<Schema>;

/**
 * The decoded type of a field that is present. Absent fields have no key, so hooks never see a key with the value
 * undefined.
 */
export type Present<Schema extends StandardSchemaV1> = Exclude<Decoded<Schema>, undefined>;

/** Decoded values of fields whose names the compiler does not know. */
export type DecodedFields = { readonly [field: string]: unknown };

/**
 * The names of the fields as keys; fields that may be omitted are optional. Types derived from fields are mapped over
 * this type where they are used, so that the compiler shows their members instead of a type name.
 */
export type GivenKeys<F extends Fields> = {
  [K in keyof F as undefined extends Given<F[K]> ? never : K]: K;
} & { [K in keyof F as undefined extends Given<F[K]> ? K : never]?: K };

/** Like `GivenKeys`, for decoded values. */
export type DecodedKeys<F extends Fields> = {
  [K in keyof F as undefined extends Decoded<F[K]> ? never : K]: K;
} & { [K in keyof F as undefined extends Decoded<F[K]> ? K : never]?: K };

/** The inputs that state records: all except the write-only ones. */
export type RecordedFields<F extends Fields> = {
  [K in keyof F as F[K] extends WriteOnlySchema ? never : K]: F[K];
};
