import { isKnown, type Registration } from "../../model/index.js";
import type { ConfiguredProvider } from "../../provider/contract/index.js";
import type { Asked } from "./asked.js";

/** Returns the lookup request for an object by id, with the known inputs that the program declares for it. */
export function lookupRequest(
  { type }: Registration,
  id: string,
  { inputs }: Pick<Asked, "inputs">,
): Parameters<ConfiguredProvider["lookup"]>[1] {
  const known = Object.entries(inputs).filter(([, value]) => value !== undefined && isKnown(value));
  return known.length === 0 ? { type, id } : { type, id, inputs: Object.fromEntries(known) };
}
