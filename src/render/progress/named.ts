import { printable } from "../../std/printable.js";

/** What a resource is called beside what it is, from its URN, whoever made that. */
export interface Named {
  readonly name: string;
  readonly type: string;
}

export function namedBy(urn: string): Named {
  const [, , types, ...name] = urn.split("::");
  if (types === undefined || name.length === 0) return { name: printable(urn), type: "" };
  return { name: printable(name.join("::")), type: printable(types.slice(types.lastIndexOf("$") + 1)) };
}

/** The first few of many, and how many more there are. */
export function fewOf(names: readonly string[], few = 3): string {
  const shown = names.slice(0, few).join(", ");
  return names.length <= few ? shown : `${shown} and ${names.length - few} more`;
}
