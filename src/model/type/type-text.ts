import { DiagnosticError, isDiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";
import {
  anyType,
  archiveType,
  arrayType,
  assetType,
  boolType,
  enumType,
  inputType,
  mapType,
  maximumTypeDepth,
  nullType,
  numberType,
  objectType,
  outputType,
  promiseType,
  referenceType,
  stringType,
  tupleType,
  unionType,
  type Field,
  type Scalar,
  type ScalarType,
  type Type,
} from "./type.js";
import { JSON } from "../../std/plain-json.js";

/**
 * Prints the notation of a type. Keys, tokens and enum values are JSON literals; `?` after a key makes the field
 * optional; white space between the parts is ignored.
 *
 * ```
 * Any  Null  Bool  Number  String  Asset  Archive
 * ResourceReference  ResourceReference<"aws:s3:Bucket">
 * Tuple<String, Number>  Array<String>  Map<String>
 * Object<"name", String, "size"?, Number>  Union<String, Null>  Enum<String, "on", "off">
 * Input<String>  Output<String>  Promise<String>
 * ```
 */
export function printType(type: Type): string {
  switch (type.kind) {
    case "reference":
      return type.token === undefined
        ? "ResourceReference"
        : `ResourceReference<${JSON.stringify(type.token)}>`;
    case "tuple":
      return `Tuple<${type.items.map(printType).join(", ")}>`;
    case "object":
      return `Object<${type.fields.map(printField).join(", ")}>`;
    case "union":
      return `Union<${type.members.map(printType).join(", ")}>`;
    case "enum":
      return `Enum<${[printType(type.base), ...type.values.map((value) => JSON.stringify(value))].join(", ")}>`;
    case "array":
    case "map":
      return `${typeName(type)}<${printType(type.element)}>`;
    case "input":
    case "output":
    case "promise":
      return `${typeName(type)}<${printType(type.inner)}>`;
    default:
      return typeName(type);
  }
}

/** The name before the angle brackets. */
export function typeName(type: Type): string {
  return type.kind === "reference" ? "ResourceReference" : type.kind[0]!.toUpperCase() + type.kind.slice(1);
}

/** Parses the output of `printType`. For any other text, throws a diagnostic with the column. */
export function parseType(text: string): Type {
  const cursor: Cursor = { text, at: 0, depth: 0 };
  const type = readType(cursor);
  skipSpace(cursor);
  if (cursor.at < text.length) fail(cursor, `expected the end of the type, found ${seen(cursor)}`);
  return type;
}

/** `at` counts UTF-16 units from zero; columns in messages count from one. */
interface Cursor {
  readonly text: string;
  at: number;
  depth: number;
}

const simpleTypes: ReadonlyMap<string, Type> = new Map(
  [anyType, nullType, boolType, numberType, stringType, assetType, archiveType].map((type) => [
    typeName(type),
    type,
  ]),
);

const unaryTypes: ReadonlyMap<string, (inner: Type) => Type> = new Map([
  ["Array", arrayType],
  ["Map", mapType],
  ["Input", inputType],
  ["Output", outputType],
  ["Promise", promiseType],
]);

function readType(cursor: Cursor): Type {
  skipSpace(cursor);
  const start = cursor.at;
  const name = match(cursor, /[A-Za-z]+/y);
  if (name === undefined) fail(cursor, `expected a type, found ${seen(cursor)}`);
  cursor.depth += 1;
  if (cursor.depth > maximumTypeDepth)
    fail(cursor, `types can be nested at most ${maximumTypeDepth} levels deep`, start);
  const type = readNamed(cursor, name, start);
  cursor.depth -= 1;
  return type;
}

function readNamed(cursor: Cursor, name: string, start: number): Type {
  const simple = simpleTypes.get(name);
  if (simple !== undefined) return simple;
  const unary = unaryTypes.get(name);
  if (unary !== undefined)
    return unary(only(cursor, readList(cursor, readType), `${name} takes one type`, start));
  switch (name) {
    case "ResourceReference":
      skipSpace(cursor);
      if (cursor.text[cursor.at] !== "<") return referenceType();
      return referenceType(only(cursor, readList(cursor, readString), `${name} takes one type token`, start));
    case "Tuple":
      return tupleType(readList(cursor, readType));
    case "Object":
      return constructed(cursor, start, objectType, readList(cursor, readField));
    case "Union":
      return constructed(cursor, start, unionType, readList(cursor, readType));
    case "Enum": {
      let base: Type | undefined;
      const values = readList(cursor, () => {
        if (base !== undefined) return [readScalar(cursor)];
        base = readType(cursor);
        return [];
      });
      return constructed(
        cursor,
        start,
        (all) => enumType((base ?? anyType) as ScalarType, all),
        values.flat(),
      );
    }
    default:
      return fail(cursor, `there is no type named ${name}`, start);
  }
}

function readField(cursor: Cursor): Field {
  const key = readString(cursor);
  const optional = accept(cursor, "?");
  expect(cursor, ",");
  return { key, type: readType(cursor), optional };
}

function readScalar(cursor: Cursor): Scalar {
  skipSpace(cursor);
  if (cursor.text[cursor.at] === '"') return readString(cursor);
  const literal = match(cursor, /true\b|false\b|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  if (literal === undefined) {
    fail(cursor, `expected a string, a number, true or false, found ${seen(cursor)}`);
  }
  return JSON.parse(literal) as Scalar;
}

function readString(cursor: Cursor): string {
  skipSpace(cursor);
  const start = cursor.at;
  if (cursor.text[start] !== '"') {
    fail(cursor, `expected a string in double quotes, found ${seen(cursor)}`);
  }
  let end = start + 1;
  while (end < cursor.text.length && cursor.text[end] !== '"') end += cursor.text[end] === "\\" ? 2 : 1;
  if (end >= cursor.text.length) fail(cursor, "the string that begins here is never closed");
  cursor.at = end + 1;
  try {
    return JSON.parse(cursor.text.slice(start, end + 1)) as string;
  } catch {
    return fail(cursor, "the string that begins here is not a valid JSON string", start);
  }
}

function readList<Item>(cursor: Cursor, readItem: (cursor: Cursor) => Item): Item[] {
  expect(cursor, "<");
  const items: Item[] = [];
  if (accept(cursor, ">")) return items;
  do items.push(readItem(cursor));
  while (accept(cursor, ","));
  expect(cursor, ">");
  return items;
}

function only<Item>(cursor: Cursor, items: readonly Item[], rule: string, start: number): Item {
  if (items.length !== 1) fail(cursor, `${rule}, not ${items.length}`, start);
  return items[0]!;
}

/** Adds the column to an error of a constructor. */
function constructed<Parts>(cursor: Cursor, start: number, make: (parts: Parts) => Type, parts: Parts): Type {
  try {
    return make(parts);
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    const [first] = error.diagnostics;
    throw new DiagnosticError({ ...first!, detail: `${first!.detail} ${place(cursor, start)}.` });
  }
}

function expect(cursor: Cursor, mark: string): void {
  if (!accept(cursor, mark)) fail(cursor, `expected "${mark}", found ${seen(cursor)}`);
}

function accept(cursor: Cursor, mark: string): boolean {
  skipSpace(cursor);
  if (cursor.text[cursor.at] !== mark) return false;
  cursor.at += 1;
  return true;
}

function skipSpace(cursor: Cursor): void {
  match(cursor, /\s+/y);
}

function match(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  cursor.at += found?.length ?? 0;
  return found;
}

function seen(cursor: Cursor): string {
  const character = cursor.text.codePointAt(cursor.at);
  return character === undefined ? "the end of the text" : JSON.stringify(String.fromCodePoint(character));
}

function place(cursor: Cursor, at: number): string {
  const { text } = cursor;
  return `At column ${at + 1} of ${text.length > 100 ? `${text.slice(0, 100)}…` : text}`;
}

function fail(cursor: Cursor, what: string, at = cursor.at): never {
  throw new DiagnosticError(
    problem("model/malformed-type", {
      detail: `${place(cursor, at)}: ${what}.`,
      hint: 'Write types like Array<String>, Object<"name", String, "size"?, Number> or Enum<String, "on", "off">.',
    }),
  );
}

function printField({ key, type, optional }: Field): string {
  return `${JSON.stringify(key)}${optional === true ? "?" : ""}, ${printType(type)}`;
}
