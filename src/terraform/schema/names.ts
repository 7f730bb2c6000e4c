/**
 * The names of one level of a schema, in both directions. Programs use camelCase; the spelling of the schema is always accepted
 * as input.
 */
export interface Names {
  /** Name in the schema → name in programs. */
  readonly program: ReadonlyMap<string, string>;
  /** Every accepted spelling → name in the schema. */
  readonly schema: ReadonlyMap<string, string>;
}

/** An object whose members have names: a block, a nested type or an object type. */
export interface NamedLevel {
  readonly attributes: ReadonlyMap<string, unknown>;
  readonly blocks?: ReadonlyMap<string, unknown>;
}

/** Returns the names of a level inside a schema. */
export function namesOf(level: NamedLevel): Names {
  return cached(inner, level, nothingReserved);
}

/**
 * Returns the names of the top level of a schema, whose members become properties of a resource. A name that every resource
 * already has keeps its snake_case spelling if that is free, and otherwise gets a trailing underscore: `urn` becomes `urn_`.
 */
export function topNamesOf(level: NamedLevel): Names {
  return cached(top, level, isReserved);
}

/** Returns the camelCase spelling of a name. Leading, trailing and double underscores and capitals are kept. */
export function camelCase(name: string): string {
  return name.replace(/(?<=[A-Za-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

const inner = new WeakMap<NamedLevel, Names>();
const top = new WeakMap<NamedLevel, Names>();

/** The members of resource objects, which an attribute cannot hide. */
const reserved: ReadonlySet<string> = new Set([
  "urn",
  "then",
  "toJSON",
  "toString",
  "toLocaleString",
  "valueOf",
  "constructor",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "__proto__",
  "__defineGetter__",
  "__defineSetter__",
  "__lookupGetter__",
  "__lookupSetter__",
]);

/**
 * `id` is the id of the resource, which is the text of the attribute `id`. So the attribute needs another name only if its value
 * is not a text or a number.
 */
function isReserved(name: string, level: NamedLevel): boolean {
  if (name !== "id") return reserved.has(name);
  const kind = kindOfType(level.attributes.get("id"));
  return (
    kind !== "string" && kind !== "number" && (level.attributes.has("id") || level.blocks?.has("id") === true)
  );
}

function kindOfType(attribute: unknown): unknown {
  const { type } = (attribute ?? {}) as { readonly type?: { readonly kind?: unknown } };
  return type?.kind;
}

function nothingReserved(): boolean {
  return false;
}

type Reserved = (name: string, level: NamedLevel) => boolean;

function cached(cache: WeakMap<NamedLevel, Names>, level: NamedLevel, isTaken: Reserved): Names {
  let names = cache.get(level);
  if (names === undefined) cache.set(level, (names = tableOf(level, isTaken)));
  return names;
}

function tableOf(level: NamedLevel, isTaken: Reserved): Names {
  const own = new Set([...level.attributes.keys(), ...(level.blocks?.keys() ?? [])]);
  const uses = new Map<string, number>();
  for (const name of own) {
    const camel = camelCase(name);
    uses.set(camel, (uses.get(camel) ?? 0) + 1);
  }
  const program = new Map<string, string>();
  const schema = new Map<string, string>();
  for (const name of own) {
    const camel = camelCase(name);
    const isUnique = uses.get(camel) === 1 && (camel === name || !own.has(camel));
    let chosen = isUnique && !isTaken(camel, level) ? camel : name;
    while (isTaken(chosen, level) || (chosen !== name && isSpokenFor(chosen, name))) chosen += "_";
    program.set(name, chosen);
    schema.set(chosen, name);
    schema.set(name, name);
  }
  return { program, schema };

  function isSpokenFor(chosen: string, name: string): boolean {
    return own.has(chosen) || (schema.get(chosen) ?? name) !== name;
  }
}
