import type { ResourceId } from "./resource-row.js";

/** That the objects of resources were as they are recorded, at a time in ISO 8601. */
export interface Seen {
  readonly at: string;
  readonly resources: "all" | readonly ResourceId[];
}
