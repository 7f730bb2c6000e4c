import { decodeValue, encodeValue, secretTextsIn, type Value } from "../../../src/model/index.js";

/** What may stand in a line. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The fields of requests and answers that hold values of the model. All others are plain data. */
const valueFields: ReadonlySet<string> = new Set([
  "inputs",
  "outputs",
  "config",
  "priorConfig",
  "baseline",
  "partlyKnown",
  "asked",
]);

/** A request or an answer of the contract as JSON: values are encoded, functions left out. Calls `onSecrets` with their texts. */
export function pack(part: unknown, onSecrets: (texts: Iterable<string>) => void = () => {}): Json {
  if (part === null || part === undefined) return null;
  if (part instanceof Date) return part.toISOString();
  if (Array.isArray(part)) return part.map((each) => pack(each, onSecrets));
  if (typeof part !== "object") return part as Json;
  const packed: Record<string, Json> = {};
  for (const [field, content] of Object.entries(part)) {
    if (content === undefined || typeof content === "function") continue;
    if (valueFields.has(field)) {
      onSecrets(secretTextsIn([content as Value]));
      packed[field] = encodeValue(content as Value, { ephemerals: true });
    } else {
      packed[field] = pack(content, onSecrets);
    }
  }
  return packed;
}

/** The reverse. Throws if a value cannot be decoded. */
export function unpack(json: Json): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(unpack);
  return Object.fromEntries(
    Object.entries(json).map(([field, content]) => [
      field,
      valueFields.has(field) ? decodeValue(content as never) : unpack(content),
    ]),
  );
}
