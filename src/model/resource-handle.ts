import type { SourcePosition } from "./source-position.js";
import type { ResourceReference } from "./value/index.js";

export type ResourceKind =
  /** Managed by a provider. */
  | "custom"
  /** Groups other resources; makes no provider call. */
  | "component"
  /** A configured provider. */
  | "provider"
  /** An existing object that is only read, never changed (`Bucket.get`). */
  | "external";

/** The kind of a dependency between resources. */
export type EdgeKind =
  | "input"
  | "depends-on"
  | "parent"
  | "provider"
  | "deleted-with"
  | "replace-with"
  | "field";

/** The identity of a registered resource, for use in expressions and as a dependency. Compared by identity. */
export interface ResourceHandle {
  readonly kind: ResourceKind;
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  /** The resource object in the program. */
  readonly resource: object;
}

/** A resource that the program knows by its URN, from a reference or a lookup, and has not registered. */
export interface HydratedHandle extends ResourceHandle {
  /** Undefined if it was looked up by its URN only. */
  readonly reference: ResourceReference | undefined;
  readonly position: SourcePosition | undefined;
}

export function isHydrated(resource: ResourceHandle): resource is HydratedHandle {
  return "reference" in resource;
}
