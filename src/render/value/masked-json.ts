import { encodeValue, isSecret, mapValue, type Json, type Value } from "../../model/index.js";

/** A value as JSON for people and their scripts: secrets masked, the unknown by its sentinel. */
export function maskedJson(value: Value): Json {
  return encodeValue(mapValue(value, (part) => (isSecret(part) ? "[secret]" : part)));
}
