import { CtyFault, type CtyType, type CtyValue } from "../../../terraform/cty/index.js";
import { MsgpackReader } from "./msgpack-reader.js";
import { MsgpackWriter } from "./msgpack-writer.js";
import { readValue } from "./read-value.js";
import { writeValue } from "./write-value.js";

/**
 * Returns a value as MessagePack, byte for byte as Terraform writes it. The elements of a set are written in the order given and
 * must differ. Throws a CtyFault if the value is not of the type.
 */
export function encodeMsgpack(type: CtyType, value: CtyValue): Uint8Array {
  const writer = new MsgpackWriter();
  writeValue(writer, type, value, 1);
  return writer.written();
}

/** Returns the value that MessagePack of a provider stands for. Throws a CtyFault if the data is not a value of the type. */
export function decodeMsgpack(type: CtyType, bytes: Uint8Array): CtyValue {
  const reader = new MsgpackReader(bytes);
  const value = readValue(reader, type, 1);
  if (!reader.isAtEnd) throw new CtyFault("more data follows the value");
  return value;
}
