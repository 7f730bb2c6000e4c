import type { Diagnostic } from "../model/index.js";
import { problem } from "./diagnostics.js";

/**
 * Watches for properties that code adds to built-in prototypes until the returned function is called. That function
 * removes the additions, so that the diagnostic can still be reported, and returns the diagnostic.
 *
 * A property of Object.prototype becomes a property of every object, including those of the engine and of providers. A
 * `then` makes every promise of such a value wait for it.
 */
export function watchPrototypes(): () => Diagnostic | undefined {
  const before = Reflect.ownKeys(Object.prototype);
  const waitedBefore = thenables();
  return () => {
    const now = Reflect.ownKeys(Object.prototype);
    const waited = thenables();
    // Fast path: this runs around every callback.
    if (now.length === before.length && waited.length === waitedBefore.length) return undefined;
    const added: string[] = [];
    const takeBack = (name: string, from: object, key: PropertyKey) => {
      Reflect.deleteProperty(from, key);
      added.push(`${name}.prototype.${String(key)}`);
    };
    for (const key of now)
      if (!before.includes(key) && key !== harmless) takeBack("Object", Object.prototype, key);
    for (const each of waited)
      if (!waitedBefore.includes(each) && Object.hasOwn(each.prototype, "then"))
        takeBack(each.name, each.prototype, "then");
    return added.length === 0 ? undefined : changed(added);
  };
}

/** Harmless, because everything here is written by a JSON implementation that ignores it. */
const harmless = "toJSON";

/** Returns the classes whose prototypes have a `then`, which promises would wait for. */
function thenables(): readonly (typeof inherited)[number][] {
  return samples.some((sample) => "then" in sample)
    ? inherited.filter(({ prototype }) => "then" in prototype)
    : none;
}

const samples: readonly object[] = [[], () => {}, new Map(), new Set()];
const none: readonly (typeof inherited)[number][] = [];

/** The classes of the values that programs pass on. */
const inherited = [Array, Function, Map, Set] as const;

function changed(added: readonly string[]): Diagnostic {
  const [verb, them] = added.length === 1 ? ["was", "it"] : ["were", "them"];
  return problem("program/changed-prototype", {
    detail: `${added.join(", ")} ${verb} added by the program or by a package that it imports. Every object inherits ${them}, including the objects of Coconut and of providers, which can fail because of it.`,
    hint: "Use a function instead, or add the property to your own class.",
  });
}
