import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { WriteOnlySchema } from "./write-only.js";

/** The fields of a resource type, a function or a configuration: any Standard Schema under each name. */
export type Fields = { readonly [field: string]: StandardSchemaV1 };

/** Fields of a resource: `urn` and `id` are there already, and a `then` would make it a promise. */
export type ResourceFieldSchemas = Fields & { readonly [Name in ReservedName]?: never };

type ReservedName = "urn" | "id" | "then" | "toJSON";

/** The fields of several methods: their arguments, or their results. */
export type MethodFields = { readonly [method: string]: Fields };

/** What a field accepts. */
export type Given<Schema extends StandardSchemaV1> = StandardSchemaV1.InferInput<Schema>;

/** What its schema makes of that: defaults filled in, transformations done. */
export type Decoded<Schema extends StandardSchemaV1> = StandardSchemaV1.InferOutput<Schema>;

/** The same for a field that is there: what is absent has no key, so hooks never see a key without a value. */
export type Present<Schema extends StandardSchemaV1> = Exclude<Decoded<Schema>, undefined>;

/** The values of fields, where their names are not known to the compiler. */
export type DecodedFields = { readonly [field: string]: unknown };

/**
 * The fields as keys, those that may be left out as optional ones. Types that are made from fields are mapped
 * over one of these where they are used: the compiler then prints their members instead of a name.
 */
export type GivenKeys<F extends Fields> = {
  [K in keyof F as undefined extends Given<F[K]> ? never : K]: K;
} & { [K in keyof F as undefined extends Given<F[K]> ? K : never]?: K };

/** As `GivenKeys`, for what has been decoded. */
export type DecodedKeys<F extends Fields> = {
  [K in keyof F as undefined extends Decoded<F[K]> ? never : K]: K;
} & { [K in keyof F as undefined extends Decoded<F[K]> ? K : never]?: K };

/** The inputs that state records: all but the write-only ones. */
export type RecordedFields<F extends Fields> = {
  [K in keyof F as F[K] extends WriteOnlySchema ? never : K]: F[K];
};
