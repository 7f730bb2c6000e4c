import {
  CtyFault,
  CtyUnknown,
  ctyUnknown,
  type CtyType,
  type CtyValue,
  type NumberBound,
  type Refinement,
} from "../../../terraform/cty/index.js";
import { MsgpackReader } from "./msgpack-reader.js";
import { MsgpackWriter } from "./msgpack-writer.js";
import { readNumber, writeNumber } from "./number-format.js";

/** The type of the extension that is an unknown value with refinements. An unknown value without any has type 0. */
const refinedType = 12;
const unknownBytes = Uint8Array.of(0xd4, 0, 0);

/** Providers refuse more than 1024 bytes of refinements, and Terraform sends at most so many bytes of a prefix. */
const payloadLimit = 1024;
const prefixLimit = 256;

/** The keys of the payload, which is a map. */
const nullness = 1;
const prefixKey = 2;
const fromKey = 3;
const toKey = 4;
const minLengthKey = 5;
const maxLengthKey = 6;

/** Writes an unknown value. Refinements that do not apply to the type are left out. */
export function writeUnknown(writer: MsgpackWriter, type: CtyType, refinement: Refinement | undefined): void {
  const entries = refinement === undefined ? [] : entriesOf(type, refinement);
  if (entries.length === 0) return writer.raw(unknownBytes);
  const payload = new MsgpackWriter();
  payload.mapHeader(entries.length);
  for (const [key, write] of entries) {
    payload.integer(key);
    write(payload);
  }
  const bytes = payload.written();
  // Only a number with a very long text can be as long as this. An unknown value without refinements is correct too.
  if (bytes.length > payloadLimit) return writer.raw(unknownBytes);
  writer.extension(refinedType, bytes);
}

/** Returns the value that an extension stands for: an unknown value. Refinements that cannot be read are ignored. */
export function unknownOf(
  type: CtyType,
  extension: { readonly type: number; readonly payload: Uint8Array },
): CtyValue {
  const { payload } = extension;
  if (extension.type !== refinedType || type.kind === "dynamic" || payload.length > payloadLimit)
    return ctyUnknown;
  try {
    const refinement = readRefinement(new MsgpackReader(payload), type);
    if (refinement === null) return null;
    return Object.keys(refinement).length === 0 ? ctyUnknown : new CtyUnknown(refinement);
  } catch (error) {
    if (error instanceof CtyFault) return ctyUnknown;
    throw error;
  }
}

type Entry = readonly [key: number, write: (writer: MsgpackWriter) => void];

function entriesOf(type: CtyType, refinement: Refinement): readonly Entry[] {
  const entries: Entry[] = [];
  if (type.kind === "dynamic") return entries;
  const { isNull, prefix, from, to, minLength, maxLength } = refinement;
  if (isNull === false) entries.push([nullness, (writer) => writer.bool(false)]);
  if (type.kind === "string" && prefix !== undefined && prefix !== "")
    entries.push([prefixKey, (writer) => writer.text(shortPrefix(prefix))]);
  if (type.kind === "number") {
    if (from !== undefined && from.value !== -Infinity) entries.push([fromKey, boundWriter(from)]);
    if (to !== undefined && to.value !== Infinity) entries.push([toKey, boundWriter(to)]);
  }
  if (type.kind === "list" || type.kind === "set" || type.kind === "map") {
    if (minLength !== undefined && minLength > 0)
      entries.push([minLengthKey, (writer) => writer.integer(minLength)]);
    if (maxLength !== undefined) entries.push([maxLengthKey, (writer) => writer.integer(maxLength)]);
  }
  return entries;
}

function boundWriter({ value, inclusive }: NumberBound): Entry[1] {
  return (writer) => {
    writer.arrayHeader(2);
    writeNumber(writer, value);
    writer.bool(inclusive);
  };
}

/** A shorter prefix says less but is still true. */
function shortPrefix(prefix: string): string {
  let text = prefix.normalize("NFC");
  if (Buffer.byteLength(text) <= prefixLimit) return text;
  text = text.slice(0, prefixLimit);
  while (Buffer.byteLength(text) > prefixLimit - 1 || isCutPair(text)) text = text.slice(0, -1);
  return text;
}

function isCutPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00;
}

/** Null if the payload says that the value is null. */
function readRefinement(reader: MsgpackReader, type: CtyType): Refinement | null {
  const found: { -readonly [Key in keyof Refinement]: Refinement[Key] } = {};
  const length = needed(reader.mapLength());
  for (let count = 0; count < length; count++) {
    const key = reader.number();
    if (key === nullness) {
      if (needed(reader.bool())) return null;
      found.isNull = false;
    } else if (key === prefixKey && type.kind === "string") {
      found.prefix = needed(reader.text());
    } else if ((key === fromKey || key === toKey) && type.kind === "number") {
      found[key === fromKey ? "from" : "to"] = readBound(reader);
    } else if ((key === minLengthKey || key === maxLengthKey) && "element" in type) {
      found[key === minLengthKey ? "minLength" : "maxLength"] = Number(needed(reader.number()));
    } else {
      // A refinement of a later version. How long it is cannot be told, so the rest is ignored.
      return found;
    }
  }
  return found;
}

function readBound(reader: MsgpackReader): NumberBound {
  if (reader.arrayLength() !== 2) throw new CtyFault("expected a bound");
  return { value: needed(readNumber(reader)), inclusive: needed(reader.bool()) };
}

function needed<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new CtyFault("the refinement has another form");
  return part;
}
