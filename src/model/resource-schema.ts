import type { Type } from "./type/index.js";

/** What a provider says of one resource type: its fields, and the version that stored state is migrated to. */
export interface ResourceSchema {
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
