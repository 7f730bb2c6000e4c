export type ResourceKind =
  /** Managed by a provider. */
  | "custom"
  /** Groups others; no provider call. */
  | "component"
  /** The configuration of a provider. */
  | "provider"
  /** Read from the world, never changed (`Bucket.get`). */
  | "external";

/** A registered resource wherever only its identity matters: in expressions, as a dependency. Compared by identity. */
export interface ResourceHandle {
  readonly kind: ResourceKind;
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  /** The resource object of the program. */
  readonly resource: object;
}
