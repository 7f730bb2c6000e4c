import type { Type } from "./type/index.js";

/** The names of a resource type's fields, which is all that creating its resources needs. */
export interface ResourceFields {
  readonly inputs: { readonly [field: string]: unknown };
  readonly outputs: { readonly [field: string]: unknown };
}

/**
 * A provider's description of one resource type: its fields, and the schema version to which stored state is migrated.
 */
export interface ResourceSchema extends ResourceFields {
  readonly type: string;
  readonly version: number;
  readonly inputs: { readonly [field: string]: FieldSchema };
  readonly outputs: { readonly [field: string]: FieldSchema };
}

export interface FieldSchema {
  readonly type: Type;
  readonly optional: boolean;
  readonly secret: boolean;
}
