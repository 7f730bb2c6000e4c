import type { Scope } from "../name/index.js";
import type { ResourceId } from "./resource-row.js";

/** That a resource of state is to have another URN: its type, its name, and the types above it. */
export interface RowRename {
  readonly rid: ResourceId;
  readonly urn: string;
  /** Its objects are of the new type as they are: nothing is to be replaced for it. */
  readonly retypes?: boolean;
  /** Where the program makes it under the new name; unknown if absent. */
  readonly scope?: Scope;
}
