import type { Scope } from "../name/index.js";
import type { ResourceKind } from "../resource-handle.js";
import type { RecordedOptions } from "../resource-options.js";
import type { SourcePosition } from "../source-position.js";

/** The stable number of a resource in its stack. A rename changes the URN, but not this number. */
export type ResourceId = number;

/** A resource in state. Its objects are the real things that it manages. */
export interface ResourceRow {
  readonly rid: ResourceId;
  readonly urn: string;
  readonly globalId?: string;
  readonly type: string;
  readonly name: string;
  readonly kind: ResourceKind;
  readonly parent?: ResourceId;
  readonly scope?: Scope;
  readonly options: RecordedOptions;
  /**
   * The callbacks in which it was created, outermost first. It counts as removed from the program only if they ran
   * without creating it.
   */
  readonly origin: readonly RecordedOrigin[];
  readonly position?: SourcePosition;
}

export interface RecordedOrigin {
  readonly position?: SourcePosition;
  /** The resources whose values the callback needs. */
  readonly waitsFor: readonly ResourceId[];
  /** For a member of a collection: its key. */
  readonly key?: string;
}

/** A rename of a resource in state: its type, its name, and the types of its ancestors. */
export interface RowRename {
  readonly rid: ResourceId;
  readonly urn: string;
  /** Its objects already have the new type, so nothing is replaced. */
  readonly retypes?: boolean;
  /** The place in the program that creates it under the new name; absent if unknown. */
  readonly scope?: Scope;
}

/** A time (ISO 8601) at which the objects of resources matched their records. */
export interface Seen {
  readonly at: string;
  readonly resources: "all" | readonly ResourceId[];
}
