import type { ChangeAction, ResourceKind } from "../model/index.js";

/** What a plan says of a resource that something is asked about. */
export interface SettledFacts {
  readonly kind: ResourceKind;
  readonly action: ChangeAction;
  /** Whether it is in state. */
  readonly exists: boolean;
}

/**
 * Whether a plan leaves the object of a resource as it is, so that what is asked about it now is true after the
 * apply too. A component and the configuration of a provider are no objects: what they stand for is looked at.
 */
export function isSettled({ kind, action, exists }: SettledFacts): boolean {
  if (kind === "component" || kind === "provider") return true;
  switch (action) {
    case "same":
    case "record":
    case "read":
    case "refresh":
      return true;
    case "skip":
      return exists;
    default:
      return false;
  }
}
