import { isOutputCondition } from "./condition-guard.js";

/** What a watched call does with what it is given. */
type Watching = "predicate" | "mapping" | "search" | "lookup";

/** Methods of the language, by name: what an Output in them would decide. */
const methods: { readonly [name: string]: Watching } = {
  filter: "predicate",
  some: "predicate",
  every: "predicate",
  find: "predicate",
  findIndex: "predicate",
  findLast: "predicate",
  findLastIndex: "predicate",
  map: "mapping",
  flatMap: "mapping",
  includes: "search",
  indexOf: "search",
  lastIndexOf: "search",
  has: "lookup",
  get: "lookup",
  delete: "lookup",
};

/** Whether a method of this name may be one that decides by what it is given. */
export function isWatchedMethod(name: string): boolean {
  return Object.hasOwn(methods, name);
}

/** The functions themselves: others that have the name of one are left alone. */
const watched = new Map<unknown, Watching>(
  [Array.prototype, Set.prototype, Map.prototype, iteratorPrototype()].flatMap((prototype) =>
    Object.entries(methods).flatMap(([name, watching]) => {
      const method: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
      return typeof method === "function" ? [[method, watching] as const] : [];
    }),
  ),
);

/** Later versions of Node have these methods on all iterators. */
function iteratorPrototype(): object {
  return Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;
}

/** Functions that decide by their first argument, wherever they are handed to. */
const deciding = new Set<unknown>([
  Boolean,
  Number.isInteger,
  Number.isSafeInteger,
  Number.isFinite,
  Number.isNaN,
]);

type Method = (...given: unknown[]) => unknown;
type Refuse = () => never;

/** The method of a receiver as a function of its arguments, which does not let an Output decide. */
export function watchedMethod(receiver: unknown, method: Method, refuse: Refuse): Method {
  const watching = watched.get(method);
  const call = (given: unknown[]) => Reflect.apply(method, receiver, given);
  switch (watching) {
    case "predicate":
      return (callback, ...more) => call([watchedPredicate(callback, refuse), ...more]);
    case "mapping":
      return (callback, ...more) => call([watchedMapping(callback, refuse), ...more]);
    case "search":
      return (wanted, ...more) => {
        const list = receiver as readonly unknown[];
        if (isOutputCondition(wanted) && isPlain(list)) refuse();
        const found = call([wanted, ...more]);
        const isMissing = found === false || found === -1;
        if (isMissing && isPlainValue(wanted) && list.some(isOutputCondition)) refuse();
        return found;
      };
    case "lookup":
      return (wanted, ...more) => {
        if (isOutputCondition(wanted) && isPlain((receiver as ReadonlySet<unknown>).keys())) refuse();
        return call([wanted, ...more]);
      };
    case undefined:
      // Nothing of ours comes between the program and what it calls: errors tell where they come from.
      return method.bind(receiver);
  }
}

/** A predicate is refused where it answers with an Output, which is always true. */
function watchedPredicate(callback: unknown, refuse: Refuse): unknown {
  if (typeof callback !== "function") return callback;
  const decides = watchedMapping(callback, refuse) as Method;
  return function (this: unknown, ...given: unknown[]) {
    const answer = Reflect.apply(decides, this, given);
    return isOutputCondition(answer) ? refuse() : answer;
  };
}

/** Functions of the language that decide by what they are given; all others see to that themselves. */
export function watchedMapping(callback: unknown, refuse: Refuse): unknown {
  if (!deciding.has(callback)) return callback;
  return (value: unknown) => (isOutputCondition(value) ? refuse() : (callback as Method)(value));
}

/** Whether all that is there are plain values: where objects are looked up, and in what is empty, an Output may be. */
function isPlain(values: Iterable<unknown>): boolean {
  let isEmpty = true;
  for (const value of values) {
    if (!isPlainValue(value)) return false;
    isEmpty = false;
  }
  return !isEmpty;
}

function isPlainValue(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== "object" && typeof value !== "function";
}
