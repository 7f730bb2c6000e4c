/** `JSON` as it was when Coconut was loaded; code that a program or a provider runs later cannot change it. */
const { parse, stringify } = globalThis.JSON;
const { create, getPrototypeOf, hasOwn, keys, prototype: objectPrototype, setPrototypeOf } = Object;
const { isArray, prototype: arrayPrototype } = Array;

/**
 * For everything that is stored, hashed, authenticated or printed: `JSON` without `toJSON` on the prototypes of objects,
 * arrays, strings and numbers, which a program, a provider or a library may have defined. A `toJSON` of any other class
 * counts as usual. Import it under this name, in place of the global one.
 */
export const JSON = {
  parse: (text: string): any => parse(text),

  /** For nothing but undefined and functions, the text is undefined, as with the global one. */
  stringify(value: unknown, _replacer?: null, space?: string | number): string {
    // Of these, only a bigint is asked for a toJSON, and it is refused all the same.
    if (typeof value !== "object" || value === null) return stringify(value);
    return stringify(isPatched() ? withoutPrototypes(value) : value, null, space);
  },
};

/** Whether a value of JSON is an object, and no list. */
export function isJsonObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !isArray(value);
}

/** Whether lists or objects would be asked for a toJSON that is none of theirs. */
function isPatched(): boolean {
  return "toJSON" in arrayPrototype || "toJSON" in objectPrototype;
}

/** The same lists and objects without prototypes, where nothing can be found but what stands in them. */
function withoutPrototypes(value: unknown, key = ""): unknown {
  if (typeof value !== "object" || value === null) return value;
  const toJson = toJsonOf(value);
  if (toJson !== undefined) return withoutToJson(toJson.call(value, key));
  return withoutToJson(value);
}

function withoutToJson(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isArray(value)) {
    const list: unknown[] = [];
    setPrototypeOf(list, null);
    for (let index = 0; index < value.length; index++)
      list[index] = withoutPrototypes(value[index], `${index}`);
    return list;
  }
  const object = create(null) as Record<string, unknown>;
  const names = keys(value);
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!;
    object[name] = withoutPrototypes((value as Record<string, unknown>)[name], name);
  }
  return object;
}

/** That of a class, or of the object itself. */
function toJsonOf(value: object): ((this: object, key: string) => unknown) | undefined {
  for (let at: object | null = value; at !== null; at = getPrototypeOf(at) as object | null) {
    if (at === objectPrototype || at === arrayPrototype) return undefined;
    if (!hasOwn(at, "toJSON")) continue;
    const found = (value as { readonly toJSON?: unknown }).toJSON;
    return typeof found === "function" ? (found as (key: string) => unknown) : undefined;
  }
  return undefined;
}
