import { CtyFault, depthLimit, readJson, writeJson, type JsonTree } from "../../../terraform/cty/index.js";
import { MsgpackReader } from "./msgpack-reader.js";

/**
 * Returns an encoded state as the JSON of Terraform's state files. It does not need the schema, which may be one that only an
 * older version of the provider has. Numbers that are encoded as text stay text, which providers accept.
 */
export function stateJson(msgpack: Uint8Array): string {
  return writeJson(treeOf(new MsgpackReader(msgpack), 1));
}

function treeOf(reader: MsgpackReader, depth: number): JsonTree {
  if (depth > depthLimit) throw new CtyFault(`nested more than ${depthLimit} levels deep`);
  if (reader.takesNil()) return null;
  const items = reader.arrayLength();
  if (items !== undefined) return arrayTree(reader, items, depth);
  const pairs = reader.mapLength();
  if (pairs !== undefined) {
    const object = new Map<string, JsonTree>();
    for (let index = 0; index < pairs; index++) {
      const key = reader.text();
      if (key === undefined) throw new CtyFault("a key is not a text");
      object.set(key, treeOf(reader, depth + 1));
    }
    return object;
  }
  const value = reader.bool() ?? reader.number() ?? reader.text();
  if (value === undefined) throw new CtyFault("a state must not have unknown values");
  return value;
}

/** Binary data only occurs as the type of a dynamic value, the first of two items. */
function arrayTree(reader: MsgpackReader, length: number, depth: number): JsonTree {
  if (length === 2 && isBinary(reader.code())) {
    const type = readJson(reader.text()!);
    return new Map([
      ["value", treeOf(reader, depth + 1)],
      ["type", type],
    ]);
  }
  return Array.from({ length }, () => treeOf(reader, depth + 1));
}

function isBinary(code: number): boolean {
  return code >= 0xc4 && code <= 0xc6;
}
