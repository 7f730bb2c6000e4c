import type { Sentence } from "../sentence.js";

/** The building blocks. */
export const primitives: readonly Sentence[] = [
  {
    id: "4.1",
    title: "In the case of language SDKs, the",
    says: "Each type has the spelling a TypeScript author expects, and means what the document says.",
    shownBy: "test",
  },
  {
    id: "4.2",
    title: "The core of Pulumi's type system is",
    says: "Every JSON value is a value; the other types extend JSON.",
    shownBy: "test",
  },
  {
    id: "4.3",
    title: "Null, which represents the absence of a",
    says: "`Null` is the absence of a value; `null` and `undefined` are both of it.",
    shownBy: "test",
  },
  {
    id: "4.4",
    title: "Bool, which represents a boolean value that",
    says: "`Bool` is true or false and nothing else.",
    shownBy: "test",
  },
  {
    id: "4.5",
    title: "Number, which represents a 64-bit double precision",
    says: "`Number` is an IEEE 754 double: infinities, NaN and negative zero keep their identity.",
    shownBy: "test",
  },
  {
    id: "4.6",
    title: "String, which represents a sequence of UTF-8-encoded",
    says: "`String` is a sequence of code points that UTF-8 can encode; a lone surrogate is refused.",
    shownBy: "test",
  },
  {
    id: "4.7",
    title: "Asset, which represents a blob, such as",
    says: "`Asset` is a blob: the content of a file or of a URL.",
    shownBy: "test",
  },
  {
    id: "4.8",
    title: "Archive, which represents a collection of assets",
    says: "`Archive` is a collection of assets, such as a ZIP file.",
    shownBy: "test",
  },
  {
    id: "4.9",
    title: "ResourceReference, which represents a reference to a",
    says: "`ResourceReference` points at a resource that is managed here.",
    shownBy: "test",
  },
  {
    id: "4.10",
    title: "Tuple<T₀, T₁, ..., Tₙ>, which represents a fixed-length",
    says: "`Tuple` has a fixed number of values, each of its own type.",
    shownBy: "test",
  },
  {
    id: "4.11",
    title: "Array<T>, which represents a variable-length sequence of",
    says: "`Array` has any number of values of one type.",
    shownBy: "test",
  },
  {
    id: "4.12",
    title: "Map<T>, which represents an unordered mapping from",
    says: "`Map` goes from strings to values of one type; the order of keys does not matter.",
    shownBy: "test",
  },
  {
    id: "4.13",
    title: "Object<K₀, V₀, ...>, which represents an object with",
    says: "`Object` has the named keys, each with a value of its own type.",
    shownBy: "test",
  },
  {
    id: "4.14",
    title: "Keys may not be duplicated -- that",
    says: "An object type that names a key twice is refused.",
    shownBy: "test",
  },
  {
    id: "4.15",
    title: "Union<T₀, T₁, ..., Tₙ>, which represents a value",
    says: "A value of a `Union` is of any one of its types.",
    shownBy: "test",
  },
  {
    id: "4.16",
    title: "Enum<T, V₀, V₁, ..., Vₙ>, which represents",
    says: "A value of an `Enum` is one of the listed values of its type.",
    shownBy: "test",
  },
];
