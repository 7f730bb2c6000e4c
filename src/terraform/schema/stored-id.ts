import { JSON } from "../../std/plain-json.js";
import {
  Dynamic,
  isCtyArray,
  isCtyNumber,
  isCtyObject,
  numberText,
  type CtyObject,
  type CtyValue,
} from "../cty/index.js";
import type { Block } from "./schema.js";

/** The id of an object that has neither an attribute `id` nor an identity. */
export const noId = "-";

/**
 * Returns the id that state records for an object: its attribute `id`, if that is a number or a text that is not empty; otherwise
 * its identity as JSON with sorted keys.
 */
export function idOf(block: Block, value: CtyObject, identity?: CtyObject | null): string {
  const id = block.attributes.has("id") ? (value.get("id") ?? null) : null;
  if (typeof id === "string" && id !== "") return id;
  if (isCtyNumber(id)) return numberText(id);
  const isIdentified = identity !== undefined && identity !== null && identity.size > 0;
  return isIdentified ? canonicalJson(identity) : noId;
}

/** Values that are null or not known yet are left out of objects. */
function canonicalJson(value: CtyValue): string {
  if (value instanceof Dynamic) return canonicalJson(value.value);
  if (isCtyNumber(value)) return numberText(value);
  if (isCtyArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isCtyObject(value)) return typeof value === "object" ? "null" : JSON.stringify(value);
  const members = [...value].map(([key, part]) => [key, canonicalJson(part)] as const);
  return `{${members
    .filter(([, text]) => text !== "null")
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
    .join()}}`;
}
