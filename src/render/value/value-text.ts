import {
  encodeValue,
  isArchive,
  isArray,
  isAsset,
  isObject,
  isReference,
  isSecret,
  isUnknown,
  mapValue,
  type Json,
  type PlannedField,
  type Sides,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import { JSON } from "../../std/plain-json.js";
import { printable } from "../../std/printable.js";

/** Returns a value on one line in source notation, cut to a maximum length. Secrets are masked. */
export function valueText(value: Value, longest = 80): string {
  const text = append("", value, longest);
  return text.length > longest ? `${text.slice(0, longest - 1).replace(halfCharacter, "")}…` : text;
}

const halfCharacter = /[\uD800-\uDBFF]$/;

/** Stops soon after `longest`, so that deep or large values cost no more than their visible part. */
function append(start: string, value: Value, longest: number): string {
  if (isArray(value)) {
    let text = `${start}[`;
    for (const [index, item] of value.entries()) {
      if (text.length > longest) return text;
      text = append(index === 0 ? text : `${text}, `, item, longest);
    }
    return `${text}]`;
  }
  if (isObject(value)) {
    let text = start;
    for (const key of Object.keys(value)) {
      if (text.length > longest) return text;
      text = append(`${text}${text === start ? "{ " : ", "}${keyText(key)}: `, value[key], longest);
    }
    return text === start ? `${start}{}` : `${text} }`;
  }
  const isLong = typeof value === "string" && value.length > longest;
  return start + leafText(isLong ? value.slice(0, longest + 1) : value);
}

export function keyText(key: string): string {
  return /^[\p{L}_$][\p{L}\p{Nd}_$]*$/u.test(key) ? key : quoted(key);
}

/** Quotes text as JSON and escapes control characters. */
export function quoted(text: string): string {
  return printable(JSON.stringify(text));
}

function leafText(value: Exclude<Value, readonly Value[] | ValueObject>): string {
  if (value === undefined || value === null) return "null";
  if (isSecret(value)) return "[secret]";
  if (isUnknown(value)) return "known after apply";
  if (isAsset(value) || isArchive(value))
    return `${isAsset(value) ? "asset" : "archive"} ${value.hash?.slice(0, 12) ?? ""}`.trimEnd();
  if (isReference(value)) return printable(value.urn);
  return typeof value === "string" ? quoted(value) : String(value);
}

/** Returns a value as JSON for people and scripts. Secrets are masked; unknown values become their sentinel. */
export function maskedJson(value: Value): Json {
  return encodeValue(mapValue(value, (part) => (isSecret(part) ? "[secret]" : part)));
}

/** Returns the type and the name of a resource, from its URN. */
export function resourceLabel(urn: string): string {
  const { type, name } = resourceName(urn);
  return type === "" ? name : `${type} ${quoted(name)}`;
}

/** If the text is not a URN, it is the name. */
export function resourceName(urn: string): { readonly type: string; readonly name: string } {
  const [, , types, ...name] = urn.split("::");
  if (types === undefined || name.length === 0) return { type: "", name: urn };
  return { type: types.slice(types.lastIndexOf("$") + 1), name: name.join("::") };
}

/** Returns the old and the new value of a property on one line. */
export function sidesText({ kind, before, after }: Sides & { readonly kind: PlannedField["kind"] }): string {
  if (kind === "add") return valueText(after);
  return `${valueText(before)} -> ${kind === "delete" ? "null" : valueText(after)}`;
}
