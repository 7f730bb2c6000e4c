import {
  isArchive,
  isArray,
  isAsset,
  isObject,
  isReference,
  isSecret,
  isUnknown,
  type Value,
} from "../model/index.js";

/** A value on one line, as a user would write it; secrets masked, and cut where it gets long. */
export function valueText(value: Value, longest = 80): string {
  const text = fullText(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function fullText(value: Value): string {
  if (value === undefined || value === null) return "null";
  if (isSecret(value)) return "[secret]";
  if (isUnknown(value)) return "known after apply";
  if (isAsset(value) || isArchive(value))
    return `${isAsset(value) ? "asset" : "archive"} ${value.hash?.slice(0, 12) ?? ""}`.trimEnd();
  if (isReference(value)) return value.urn;
  if (isArray(value)) return `[${value.map(fullText).join(", ")}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, item]) => `${key}: ${fullText(item)}`);
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
