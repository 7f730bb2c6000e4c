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
