import type { ValueObject } from "../value/index.js";
import type { Change } from "./change.js";

/** The inputs of a resource as a plan shows them: as planned, and as far as they are known where a part of a field is not. */
export function shownInputs({ planned, inputs }: Pick<Change, "planned" | "inputs">): ValueObject {
  if (planned === undefined) return inputs;
  const { partlyKnown } = planned;
  return partlyKnown === undefined ? planned.inputs : { ...planned.inputs, ...partlyKnown };
}
