import { isJsonObject, JSON } from "../std/plain-json.js";
import { jsonMembers } from "../std/json-members.js";
import type { Json } from "../model/index.js";
import { withMember, withoutMember } from "./edit-config.js";

/**
 * Returns the text of a JSON file with another value for a member of one of its sections, such as `packages`. The rest
 * of the text is unchanged. The text must be a JSON object, and the section an object or missing.
 */
export function withSectionMember(text: string, section: string, key: string, value: Json): string {
  const inner = sectionOf(text, section);
  if (inner === undefined) return withMember(text, section, { [key]: value });
  return inner.replaced(withMember(inner.text, key, value));
}

/** Returns the text without a member of a section, and without the section if nothing is left in it. */
export function withoutSectionMember(text: string, section: string, key: string): string {
  const inner = sectionOf(text, section);
  if (inner === undefined) return text;
  const rest = withoutMember(inner.text, key);
  const isEmpty = Object.keys(JSON.parse(rest) as object).length === 0;
  return isEmpty && rest !== inner.text ? withoutMember(text, section) : inner.replaced(rest);
}

/** Returns undefined if the section is missing or has no members. */
function sectionOf(text: string, section: string) {
  const found = jsonMembers(text);
  if ("fault" in found) throw new Error("This is a bug: an unchecked text was edited.");
  const member = found.members.find(({ key }) => key === section);
  if (member === undefined) return undefined;
  const inner = text.slice(member.valueStart, member.valueEnd);
  const value: unknown = JSON.parse(inner);
  if (!isJsonObject(value)) throw new Error(`This is a bug: the section ${section} was not checked.`);
  if (Object.keys(value).length === 0) return undefined;
  const replaced = (next: string) => text.slice(0, member.valueStart) + next + text.slice(member.valueEnd);
  return { text: inner, replaced };
}
