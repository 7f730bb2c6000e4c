import type { Scope } from "../name/index.js";
import type { ResourceKind } from "../resource-handle.js";
import type { RecordedOptions } from "../resource-options.js";
import type { SourcePosition } from "../source-position.js";

/** The stable number of a resource in its stack. URNs change with renames, this does not. */
export type ResourceId = number;

/** What the program names, as state remembers it. The things that exist for it are its objects. */
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
  /** The callbacks it was made in, outermost first: it is missing from a program only if they ran without making it. */
  readonly origin: readonly RecordedOrigin[];
  readonly position?: SourcePosition;
}

export interface RecordedOrigin {
  readonly position?: SourcePosition;
  /** The resources whose values the callback waits for. */
  readonly waitsFor: readonly ResourceId[];
  /** For a member of a collection: which one. */
  readonly key?: string;
}

/** That a resource of state is to have another URN: its type, its name, and the types above it. */
export interface RowRename {
  readonly rid: ResourceId;
  readonly urn: string;
  /** Its objects are of the new type as they are: nothing is to be replaced for it. */
  readonly retypes?: boolean;
  /** Where the program makes it under the new name; unknown if absent. */
  readonly scope?: Scope;
}

/** That the objects of resources were as they are recorded, at a time in ISO 8601. */
export interface Seen {
  readonly at: string;
  readonly resources: "all" | readonly ResourceId[];
}
