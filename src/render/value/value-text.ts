import {
  isArchive,
  isArray,
  isAsset,
  isObject,
  isReference,
  isSecret,
  isUnknown,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import { printable } from "../../std/printable.js";
import { JSON } from "../../std/plain-json.js";

/** A value on one line, as a user would write it; secrets masked, and cut where it gets long. */
export function valueText(value: Value, longest = 80): string {
  const text = append("", value, longest);
  return text.length > longest ? `${text.slice(0, longest - 1).replace(halfCharacter, "")}…` : text;
}

const halfCharacter = /[\uD800-\uDBFF]$/;

/** Stops soon after `longest`: so deep, or so large, values cost no more than what is shown of them. */
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

/** As JSON writes it, and nothing in it that a terminal obeys. */
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
