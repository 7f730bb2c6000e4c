import {
  CtyFault,
  isExactBinary,
  numberOfJs,
  numberOfText,
  numberText,
  type CtyNumber,
} from "../../../terraform/cty/index.js";
import type { MsgpackReader } from "./msgpack-reader.js";
import type { MsgpackWriter } from "./msgpack-writer.js";

/** Writes an integer if it has at most 64 bits, a float if that is exactly the number, and decimal text otherwise. */
export function writeNumber(writer: MsgpackWriter, number: CtyNumber): void {
  if (typeof number === "object") return writer.text(number.text);
  if (typeof number === "bigint")
    return BigInt.asIntN(64, number) === number ? writer.bigInteger(number) : writer.text(String(number));
  if (Number.isSafeInteger(number)) return writer.integer(number);
  if (Number.isInteger(number) || Number.isNaN(number)) return writeNumber(writer, numberOfJs(number));
  if (!Number.isFinite(number) || isExactBinary(number)) return writer.float64(number);
  writer.text(numberText(number));
}

/** Reads a number in any of these forms; undefined, and nothing consumed, for anything else. */
export function readNumber(reader: MsgpackReader): CtyNumber | undefined {
  const number = reader.number();
  if (typeof number === "number") return numberOfJs(number);
  if (typeof number === "bigint") return Number.isSafeInteger(Number(number)) ? Number(number) : number;
  const text = reader.text();
  if (text === undefined) return undefined;
  const read = numberOfText(text);
  if (read === undefined) throw new CtyFault("expected a number, got a text that is not a number");
  return read;
}
