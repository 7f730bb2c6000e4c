import type { StateObject } from "./state-file.js";

/**
 * Returns a name for every instance, by its address: `main`, `p-0` for `count`, `n-a` for `for_each`, `net-main` in a module. The
 * same file always gives the same names. Two instances of a type have different names.
 */
export function objectNames(objects: readonly StateObject[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const wanted = new Map(objects.map((object) => [object.address, object]));
  const inOrder = [...wanted.values()].toSorted((one, other) => (one.address < other.address ? -1 : 1));
  for (const object of inOrder) {
    const name = nameOf(object);
    let free = name;
    for (let number = 2; taken.has(`${object.type} ${free}`); number++) free = `${name}-${number}`;
    taken.add(`${object.type} ${free}`);
    names.set(object.address, free);
  }
  return names;
}

function nameOf({ module, name, key }: StateObject): string {
  const parts = [...module.flatMap((step) => [step.name, step.key]), name, key];
  const words = parts.filter((part) => part !== undefined).map((part) => wordOf(String(part)));
  return words.filter((word) => word !== "").join("-");
}

/** Keys of `for_each` may be any text. Names are typed on the command line. */
function wordOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}_.]+/gu, "-").replace(/^-+|-+$/g, "");
}
