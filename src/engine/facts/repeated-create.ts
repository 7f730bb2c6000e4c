import type { ObjectRow, ResourceRow } from "../../model/index.js";

/** A resource whose create was cut off and is repeated before anything else, with the inputs of then. */
export interface RepeatedCreate {
  readonly row: ResourceRow;
  readonly object: ObjectRow;
}
