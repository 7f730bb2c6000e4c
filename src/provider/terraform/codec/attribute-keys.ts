import { compareUtf8, type CtyType, type ObjectType } from "../../../terraform/cty/index.js";
import { MsgpackWriter } from "./msgpack-writer.js";

/** An attribute of an object type with its name as MessagePack. */
export interface AttributeKey {
  readonly name: string;
  readonly type: CtyType;
  readonly bytes: Uint8Array;
}

/** Returns the attributes in the order in which they are written. Types do not change, so the result is kept with the type. */
export function attributeKeys(type: ObjectType): readonly AttributeKey[] {
  let keys = kept.get(type);
  if (keys === undefined) {
    keys = [...type.attributes]
      .map(([name, inner]) => ({ name, type: inner, bytes: bytesOf(name) }))
      .sort((one, other) => compareUtf8(one.name, other.name));
    kept.set(type, keys);
  }
  return keys;
}

const kept = new WeakMap<ObjectType, readonly AttributeKey[]>();

function bytesOf(name: string): Uint8Array {
  const writer = new MsgpackWriter();
  writer.text(name);
  return writer.written();
}
