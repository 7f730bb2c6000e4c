import type { Diagnostic } from "../model/index.js";
import { problem } from "./diagnostics.js";

/**
 * Notices what code adds to objects that all others inherit from, from now until the returned function is called. That
 * takes the additions back, so that what is wrong can be told, and says what they were.
 *
 * Whatever is added to Object.prototype is a property of every object, also of those that the engine and providers are
 * made of. A `then` makes every promise of such a value wait for it.
 */
export function watchPrototypes(): () => Diagnostic | undefined {
  const before = Reflect.ownKeys(Object.prototype);
  const waitedBefore = thenables();
  return () => {
    const now = Reflect.ownKeys(Object.prototype);
    const waited = thenables();
    // Asked around every callback.
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

/** What is written here, is written by JSON that does not ask for it. */
const harmless = "toJSON";

/** What promises of it would wait for. */
function thenables(): readonly (typeof inherited)[number][] {
  return samples.some((sample) => "then" in sample)
    ? inherited.filter(({ prototype }) => "then" in prototype)
    : none;
}

const samples: readonly object[] = [[], () => {}, new Map(), new Set()];
const none: readonly (typeof inherited)[number][] = [];

/** What values that programs hand over inherit from. */
const inherited = [Array, Function, Map, Set] as const;

function changed(added: readonly string[]): Diagnostic {
  const [verb, them] = added.length === 1 ? ["was", "it"] : ["were", "them"];
  return problem("program/changed-prototype", {
    detail: `${added.join(", ")} ${verb} added, by the program or by a package that it imports. Every object inherits ${them}, also those of Coconut and of providers, which do not work with properties that they do not know.`,
    hint: "Write a function instead, or add the property to a class of your own.",
  });
}
