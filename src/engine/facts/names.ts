import type { Registration, ResourceId } from "../../model/index.js";
import type { AtOnce } from "../../std/index.js";

/** How state and program come to call one resource the same. State has the names of the program already. */
export interface Names {
  /** What state called a resource until the program was found to have it under another name. */
  readonly formerOf: (rid: ResourceId) => string | undefined;
  /** What the store calls a resource as long as the plan is not applied, where that is something else. */
  readonly recordedOf: (rid: ResourceId) => string | undefined;
  /** The name of a resource that is unique in the whole stack, if it has one. */
  readonly globalIdOf: (registration: Registration) => AtOnce<string | undefined>;
  /** What the program calls what state calls this. */
  readonly programUrn: (urn: string) => string;
}
