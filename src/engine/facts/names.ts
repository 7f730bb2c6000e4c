import type { Registration, ResourceId } from "../../model/index.js";
import type { AtOnce } from "../../std/index.js";

/** Maps between the names of resources in state and in the program. State already has the program's names. */
export interface Names {
  /** The name of a resource in state before it was matched to a different name in the program. */
  readonly formerOf: (rid: ResourceId) => string | undefined;
  /** The name of a resource in the store until the plan is applied, if it differs. */
  readonly recordedOf: (rid: ResourceId) => string | undefined;
  /** The global id of a resource, unique in the whole stack, if it has one. */
  readonly globalIdOf: (registration: Registration) => AtOnce<string | undefined>;
  /** Maps a URN from state to the URN in the program. */
  readonly programUrn: (urn: string) => string;
}
