import type { Json, JsonObject } from "../../model/index.js";

/**
 * JSON as text, keys in order and no spaces, so that equal values are equal texts. Keys of nothing are left out. `replace` is asked about every
 * object with the path it stands at; what it returns instead of undefined is written as it is, not descended into.
 * Iterative: a value may be as deep as memory allows.
 */
export function canonicalJson(json: Json, replace: Replace = () => undefined): string {
  const text: string[] = [];
  const frames: Frame[] = [];
  let node: Json = json;
  for (;;) {
    const frame = open(node, frames, replace, text);
    if (frame !== undefined) frames.push(frame);
    for (;;) {
      const top = frames.at(-1);
      if (top === undefined) return text.join("");
      if (top.next < top.parts.length) break;
      text.push(top.keys === undefined ? "]" : "}");
      frames.pop();
    }
    const top = frames.at(-1)!;
    if (top.next > 0) text.push(",");
    if (top.keys !== undefined) text.push(JSON.stringify(top.keys[top.next]), ":");
    node = top.parts[top.next++]!;
  }
}

export type Replace = (object: JsonObject, path: () => (string | number)[]) => string | undefined;

interface Frame {
  readonly keys: readonly string[] | undefined;
  readonly parts: readonly Json[];
  next: number;
}

function open(node: Json, frames: readonly Frame[], replace: Replace, text: string[]): Frame | undefined {
  if (typeof node !== "object" || node === null) {
    text.push(JSON.stringify(node));
    return undefined;
  }
  if (isJsonArray(node)) {
    text.push("[");
    return { keys: undefined, parts: node, next: 0 };
  }
  const instead = replace(node, () => frames.map(({ keys, next }) => keys?.[next - 1] ?? next - 1));
  if (instead !== undefined) {
    text.push(instead);
    return undefined;
  }
  text.push("{");
  const keys = Object.keys(node)
    .filter((key) => node[key] !== undefined)
    .sort();
  return { keys, parts: keys.map((key) => node[key]!), next: 0 };
}

export function isJsonArray(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
