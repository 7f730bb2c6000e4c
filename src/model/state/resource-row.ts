import type { Scope } from "../name/index.js";
import type { ResourceKind } from "../resource-handle.js";
import type { SourcePosition } from "../source-position.js";
import type { Value } from "../value/index.js";

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

/** The options that later runs need although the program may be gone. */
export interface RecordedOptions {
  /** `in-state`: someone protected it who is not the program. It stays until the program says something itself. */
  readonly protect?: boolean | "in-state";
  readonly retainOnDelete?: boolean;
  readonly replaceTrigger?: Value;
  readonly deleteBeforeReplace?: boolean;
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  readonly additionalSecretOutputs?: readonly string[];
  readonly deleteTimeoutMs?: number;
  /** The program stands around its deletion with functions, which only the program has. */
  readonly hasDeleteHooks?: boolean;
  /** The id that the program said to adopt. The object may be known by another, or have been replaced since. */
  readonly import?: string;
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
