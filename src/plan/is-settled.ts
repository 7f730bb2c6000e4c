import type { ChangeAction, ResourceKind } from "../model/index.js";

/** The facts about a resource that a function call reads. */
export interface SettledFacts {
  readonly kind: ResourceKind;
  readonly action: ChangeAction;
  /** True if it is in state. */
  readonly exists: boolean;
}

/**
 * True if a plan leaves the object of a resource unchanged, so that an answer about it now is still valid after
 * apply. Components and provider configurations are not objects: their members and sources are checked instead.
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
