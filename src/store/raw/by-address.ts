import type { StackAddress } from "./raw-store.js";

/** Compares stacks for lists: by project, then by name. */
export function byAddress(one: StackAddress, other: StackAddress): number {
  return compare(one.project, other.project) || compare(one.name, other.name);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
