import type { Json } from "../model/index.js";
import { jsonMembers, type JsonMember, type JsonMembers } from "../std/json-members.js";
import { JSON } from "../std/plain-json.js";

/**
 * Returns the text with another value for a key, or with the key added at the end. The rest of the text is unchanged.
 */
export function withMember(text: string, key: string, value: Json): string {
  const { open, close, members } = membersOf(text);
  const last = members.at(-1);
  if (last === undefined) {
    const member = `${JSON.stringify(key)}: ${valueText(value, "\n  ")}`;
    return `${text.slice(0, open)}{\n  ${member}\n}${text.slice(close + 1)}`;
  }
  const found = members.find((member) => member.key === key);
  const spacing = spacingBefore(text, found ?? last);
  const next = valueText(value, spacing);
  return found === undefined
    ? `${text.slice(0, last.valueEnd)},${spacing}${JSON.stringify(key)}: ${next}${text.slice(last.valueEnd)}`
    : `${text.slice(0, found.valueStart)}${next}${text.slice(found.valueEnd)}`;
}

/** Returns the text without a key; the same text if it does not contain the key. */
export function withoutMember(text: string, key: string): string {
  const { open, close, members } = membersOf(text);
  const index = members.findIndex((member) => member.key === key);
  const found = members[index];
  if (found === undefined) return text;
  if (members.length === 1) return `${text.slice(0, open + 1)}${text.slice(close)}`;
  const [from, to] =
    index === 0 ? [found.keyStart, members[1]!.keyStart] : [members[index - 1]!.valueEnd, found.valueEnd];
  return `${text.slice(0, from)}${text.slice(to)}`;
}

function membersOf(text: string): JsonMembers {
  const found = jsonMembers(text);
  if ("fault" in found) throw new Error("This is a bug: an unchecked text was edited.");
  return found;
}

/** The line break and indentation, or the space, before the key. */
function spacingBefore(text: string, { keyStart }: JsonMember): string {
  return /\s*$/.exec(text.slice(0, keyStart))![0];
}

/** On one line if the members are on one line. */
function valueText(value: Json, spacing: string): string {
  const lineBreak = spacing.lastIndexOf("\n");
  if (lineBreak === -1) return JSON.stringify(value);
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${spacing.slice(lineBreak + 1)}`);
}
