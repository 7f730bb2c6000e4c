import type { Json, JsonObject } from "../../model/index.js";
import { JSON, quoted } from "../../std/plain-json.js";

/**
 * Returns JSON text with sorted keys and no spaces, so that equal values give equal texts. Undefined members are
 * omitted. `replace` is called for every part with its path; if it returns a text, that is written instead of the part.
 * Iterative: the depth of a value is limited by memory only. `onDeep` is called once if the value is unusually deep,
 * which is also the first sign of a cycle.
 */
export function canonicalJson(json: Json, { replace, onDeep }: CanonicalOptions = {}): string {
  const frames: Frame[] = [];
  const path: Path = () => frames.map(({ keys, next }) => keys?.[next - 1] ?? next - 1);
  let text = "";
  let node = json;
  let isDeep = false;
  for (;;) {
    const instead = replace?.(node, path);
    if (instead !== undefined) text += instead;
    else if (typeof node === "string") text += quoted(node);
    else if (typeof node !== "object" || node === null) text += JSON.stringify(node);
    else {
      const frame = frameOf(node);
      frames.push(frame);
      text += frame.keys === undefined ? "[" : "{";
      if (frames.length > usualDepth && !isDeep) {
        isDeep = true;
        onDeep?.();
      }
    }
    let top = frames.at(-1);
    while (top !== undefined && top.next === top.length) {
      text += top.keys === undefined ? "]" : "}";
      frames.pop();
      top = frames.at(-1);
    }
    if (top === undefined) return text;
    if (top.next > 0) text += ",";
    const key = top.keys?.[top.next];
    if (key !== undefined) text += `${quoted(key)}:`;
    node = (top.node as { readonly [key: string | number]: Json })[key ?? top.next]!;
    top.next++;
  }
}

export interface CanonicalOptions {
  readonly replace?: (node: Json, path: Path) => string | undefined;
  readonly onDeep?: () => void;
}

export type Path = () => (string | number)[];

const usualDepth = 1000;

interface Frame {
  readonly node: readonly Json[] | JsonObject;
  /** Undefined for an array. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

function frameOf(node: readonly Json[] | JsonObject): Frame {
  if (isJsonArray(node)) return { node, keys: undefined, length: node.length, next: 0 };
  const keys = keysOf(node);
  return { node, keys, length: keys.length, next: 0 };
}

/** Most objects have all their members, in order. */
function keysOf(node: JsonObject): readonly string[] {
  let keys = Object.keys(node);
  let isSorted = true;
  let isWhole = true;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (node[key] === undefined) isWhole = false;
    if (index > 0 && key < keys[index - 1]!) isSorted = false;
  }
  if (!isWhole) keys = keys.filter((key) => node[key] !== undefined);
  return isSorted ? keys : keys.sort();
}

export function isJsonArray(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
