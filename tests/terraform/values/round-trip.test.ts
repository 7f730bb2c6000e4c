import { decode, ExtensionCodec } from "@msgpack/msgpack";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeMsgpack, encodeMsgpack } from "../../../src/provider/terraform/codec/index.js";
import {
  checkConforms,
  CtyFault,
  jsonOfValue,
  readJson,
  typeJsonText,
  typeOfJson,
  typeOfJsonText,
  valueOfJson,
  writeJson,
} from "../../../src/terraform/cty/index.js";
import { type, typedValue } from "./typed-value.js";

const anyValue = typedValue({ unknowns: true });
const knownValue = typedValue({ unknowns: false });

describe("values of random types", () => {
  it("come back from MessagePack", () => {
    fc.assert(
      fc.property(anyValue, ({ type: one, value }) => {
        expect(checkConforms(one, value)).toBeUndefined();
        const bytes = encodeMsgpack(one, value);
        const decoded = decodeMsgpack(one, bytes);
        expect(decoded).toEqual(value);
        expect(encodeMsgpack(one, decoded)).toEqual(bytes);
      }),
    );
  });

  it("come back from JSON", () => {
    fc.assert(
      fc.property(knownValue, ({ type: one, value }) => {
        const text = writeJson(jsonOfValue(one, value));
        expect(() => JSON.parse(text)).not.toThrow();
        expect(valueOfJson(one, readJson(text))).toEqual(value);
      }),
    );
  });

  it("are MessagePack for another library too", () => {
    const extensionCodec = new ExtensionCodec();
    for (const number of [0, 12])
      extensionCodec.register({ type: number, encode: () => null, decode: () => null });
    fc.assert(
      fc.property(anyValue, ({ type: one, value }) => {
        const bytes = encodeMsgpack(one, value);
        // The library does not read this name.
        fc.pre(!Buffer.from(bytes).includes("__proto__"));
        expect(() => decode(bytes, { extensionCodec, useBigInt64: true })).not.toThrow();
      }),
    );
  });

  it("give a value or a fault for damaged MessagePack", () => {
    const damage = fc.record({ at: fc.nat(), byte: fc.nat(255), end: fc.nat() });
    fc.assert(
      fc.property(anyValue, fc.array(damage, { minLength: 1, maxLength: 4 }), ({ type: one, value }, all) => {
        let bytes = Uint8Array.from(encodeMsgpack(one, value));
        for (const { at, byte, end } of all) {
          bytes[at % bytes.length] = byte;
          if (end % 3 === 0) bytes = bytes.slice(0, (end % bytes.length) + 1);
        }
        valueOrFault(() => expect(checkConforms(one, decodeMsgpack(one, bytes))).toBeUndefined());
      }),
      { numRuns: 500 },
    );
  });

  it("give a value or a fault when they are read or written as another type", () => {
    fc.assert(
      fc.property(anyValue, type(2), ({ type: one, value }, other) => {
        valueOrFault(() => encodeMsgpack(other, value));
        valueOrFault(() => decodeMsgpack(other, encodeMsgpack(one, value)));
        valueOrFault(() => jsonOfValue(other, value));
      }),
    );
  });
});

describe("random types", () => {
  it("come back from JSON", () => {
    fc.assert(
      fc.property(type(4), (one) => {
        const text = typeJsonText(one);
        expect(typeOfJsonText(text)).toEqual(one);
        expect(typeOfJson(readJson(text))).toEqual(one);
      }),
    );
  });
});

function valueOrFault(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof CtyFault)) throw error;
  }
}
