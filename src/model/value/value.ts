/**
 * A value that is passed between program, engine and providers. Unknown and secret are part of the value, never flags
 * next to it. `undefined` is JavaScript's form of an absent value: equal to null, dropped from objects when captured,
 * written as null inside arrays.
 */
export type Value =
  | null
  | undefined
  | boolean
  | number
  | string
  | Asset
  | Archive
  | ResourceReference
  | Unknown
  | Secret
  | readonly Value[]
  | ValueObject;

export type ValueObject = { readonly [key: string]: Value };

/** Returns the stronger of two marks. */
export function stronger(one: Secrecy | undefined, other: Secrecy | undefined): Secrecy | undefined {
  return one === "ephemeral" ? one : (other ?? one);
}

/** Marks values that are neither JSON nor plain objects. Shared by all copies of the package in a process. */
export const valueKind: unique symbol = Symbol.for("coconut.value");

/** A value that is not known yet. `of` is the type that the ecosystem's sentinel gave; absent if it gave none. */
export interface Unknown {
  readonly [valueKind]: "unknown";
  readonly of?: UnknownOf;
}

export type UnknownOf = "boolean" | "number" | "array" | "asset" | "archive" | "object";

export interface Secret {
  readonly [valueKind]: "secret";
  readonly value: Value;
  /** Set on values that may be used and never stored. What was read back from a store is unknown inside. */
  readonly ephemeral?: true;
}

/** The mark of a value that must not be shown. An ephemeral value is secret too. */
export type Secrecy = "secret" | "ephemeral";

/** A blob: literal text, a file, or a URL, with the SHA-256 of its bytes once they have been read. */
export interface Asset {
  readonly [valueKind]: "asset";
  readonly source: AssetSource;
  readonly hash?: string;
}

export type AssetSource = { readonly text: string } | { readonly path: string } | { readonly uri: string };

/** A collection of assets: a literal map, a file or folder, or a URL. */
export interface Archive {
  readonly [valueKind]: "archive";
  readonly source: ArchiveSource;
  readonly hash?: string;
}

export type ArchiveSource =
  | { readonly assets: { readonly [name: string]: Asset | Archive } }
  | { readonly path: string }
  | { readonly uri: string };

/**
 * A reference to a resource. A component has no id; the id of a resource that is still to be created is unknown. `live`
 * is the resource object in this process, if there is one; it is ignored by equality and encoding.
 */
export interface ResourceReference {
  readonly [valueKind]: "reference";
  readonly urn: string;
  readonly id?: string | Unknown;
  readonly packageVersion?: string;
  readonly live?: object;
}

export const unknown: Unknown = Object.freeze({ [valueKind]: "unknown" as const });

export function unknownOf(of: UnknownOf): Unknown {
  return Object.freeze({ [valueKind]: "unknown" as const, of });
}

/** Returns a secret. A secret of a secret is the same secret. */
export function secretOf(value: Value): Secret {
  if (isSecret(value)) return value;
  return Object.freeze(Object.defineProperties({ [valueKind]: "secret" as const, value }, masks));
}

/** Marks a value as ephemeral: it may be used and never stored. `encodeValue` writes the mark without the content. */
export function ephemeralOf(value: Value): Secret {
  if (isEphemeral(value)) return value;
  const content = isSecret(value) ? value.value : value;
  const ephemeral = { [valueKind]: "secret" as const, value: content, ephemeral: true as const };
  return Object.freeze(Object.defineProperties(ephemeral, masks));
}

/** Marks a part or another form of a secret's content: ephemeral if the secret is. */
export function markedLike(secret: Secret, value: Value): Secret {
  return secret.ephemeral ? ephemeralOf(value) : secretOf(value);
}

/** Logging a secret, or writing it as JSON without `encodeValue`, does not reveal it. */
const masked = { value: () => "[secret]" };
const masks = { toJSON: masked, [Symbol.for("nodejs.util.inspect.custom")]: masked };

export function assetOf(source: AssetSource, hash?: string): Asset {
  return Object.freeze({ [valueKind]: "asset" as const, source, ...(hash !== undefined && { hash }) });
}

export function archiveOf(source: ArchiveSource, hash?: string): Archive {
  return Object.freeze({ [valueKind]: "archive" as const, source, ...(hash !== undefined && { hash }) });
}

export function referenceTo(reference: Omit<ResourceReference, typeof valueKind>): ResourceReference {
  return Object.freeze({ [valueKind]: "reference" as const, ...reference });
}

/** The kind of a value, cheapest tests first. */
export type ValueKind =
  | "null"
  | "boolean"
  | "number"
  | "string"
  | "asset"
  | "archive"
  | "reference"
  | "unknown"
  | "secret"
  | "array"
  | "object";

export function kindOf(value: Value): ValueKind {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  if (isArray(value)) return "array";
  return isMarked(value) ? value[valueKind] : "object";
}

/** True if the value is not known yet. */
export const isUnknown = (value: unknown): value is Unknown => hasKind(value, "unknown");
export const isSecret = (value: unknown): value is Secret => hasKind(value, "secret");
export const isEphemeral = (value: unknown): value is Secret => isSecret(value) && value.ephemeral === true;
export const isAsset = (value: unknown): value is Asset => hasKind(value, "asset");
export const isArchive = (value: unknown): value is Archive => hasKind(value, "archive");
export const isReference = (value: unknown): value is ResourceReference => hasKind(value, "reference");

export function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** True only for plain objects with keys: not for arrays, assets, references and the like. */
export function isObject(value: Value): value is ValueObject {
  return kindOf(value) === "object";
}

/** Reads an own property. Members of the prototype (`constructor`, `__proto__`) are not properties. */
export function getProperty(object: ValueObject, key: string): Value {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Defines an own property, whatever its name. */
export function setProperty<Property>(
  object: { [key: string]: Property },
  key: string,
  value: Property,
): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function isMarked(value: object): value is Asset | Archive | ResourceReference | Unknown | Secret {
  return valueKind in value;
}

function hasKind(value: unknown, kind: string): boolean {
  return typeof value === "object" && value !== null && isMarked(value) && value[valueKind] === kind;
}
