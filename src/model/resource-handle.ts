import type { SourcePosition } from "./source-position.js";
import type { ResourceReference } from "./value/index.js";

export type ResourceKind =
  /** Managed by a provider. */
  | "custom"
  /** Groups others; no provider call. */
  | "component"
  /** The configuration of a provider. */
  | "provider"
  /** Read from the world, never changed (`Bucket.get`). */
  | "external";

/** Why one resource needs another. */
export type EdgeKind =
  | "input"
  | "depends-on"
  | "parent"
  | "provider"
  | "deleted-with"
  | "replace-with"
  | "field";

/** A registered resource wherever only its identity matters: in expressions, as a dependency. Compared by identity. */
export interface ResourceHandle {
  readonly kind: ResourceKind;
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  /** The resource object of the program. */
  readonly resource: object;
}

/** A resource that the program knows by its URN, from a reference or by asking for it, and has not registered. */
export interface HydratedHandle extends ResourceHandle {
  /** Undefined if it was asked for by its URN alone. */
  readonly reference: ResourceReference | undefined;
  readonly position: SourcePosition | undefined;
}

export function isHydrated(resource: ResourceHandle): resource is HydratedHandle {
  return "reference" in resource;
}
