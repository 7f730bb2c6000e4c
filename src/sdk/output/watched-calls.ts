import { isOutputCondition } from "./condition-guard.js";

/** The way in which a watched call uses its arguments. */
type Watching = "predicate" | "mapping" | "search" | "lookup";

/** Built-in methods by name, with the way in which an Output would affect their result. */
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

/** True if a method of this name may be one whose result depends on its arguments. */
export function isWatchedMethod(name: string): boolean {
  return Object.hasOwn(methods, name);
}

/** The built-in functions themselves: other functions of the same name are not watched. */
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

/** Functions whose result depends on the truth or kind of their first argument, wherever they are passed. */
const deciding = new Set<unknown>([
  Boolean,
  Number.isInteger,
  Number.isSafeInteger,
  Number.isFinite,
  Number.isNaN,
]);

type Method = (...given: unknown[]) => unknown;
type Refuse = () => never;

/** Returns a method bound to its receiver that refuses to let an Output affect its result. */
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
      // Bound without a wrapper, which leaves the stack of errors as the program expects it.
      return method.bind(receiver);
  }
}

/** Wraps a predicate: it is refused if it returns an Output, which is always truthy. */
function watchedPredicate(callback: unknown, refuse: Refuse): unknown {
  if (typeof callback !== "function") return callback;
  const decides = watchedMapping(callback, refuse) as Method;
  return function (this: unknown, ...given: unknown[]) {
    const answer = Reflect.apply(decides, this, given);
    return isOutputCondition(answer) ? refuse() : answer;
  };
}

/** Wraps a built-in function whose result depends on its argument. All other functions check that themselves. */
export function watchedMapping(callback: unknown, refuse: Refuse): unknown {
  if (!deciding.has(callback)) return callback;
  return (value: unknown) => (isOutputCondition(value) ? refuse() : (callback as Method)(value));
}

/**
 * True if there are values and all of them are primitive. An Output may be searched for among objects, or in an empty
 * list.
 */
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
