import { decode } from "@msgpack/msgpack";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decodeMsgpack, encodeMsgpack } from "../../../src/provider/terraform/codec/index.js";
import {
  checkConforms,
  isWhollyKnown,
  jsonOfValue,
  numberType,
  readJson,
  typeJsonText,
  typeOfJson,
  valueOfJson,
  writeJson,
} from "../../../src/terraform/cty/index.js";

/** A value as go-cty encodes it. See go-cty.go, which writes these lines. */
interface Case {
  readonly name: string;
  readonly type: unknown;
  readonly msgpack: string;
  readonly state?: string;
}

const lines = readFileSync(new URL("go-cty.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");
const cases = lines.map((line) => [line, JSON.parse(line) as Case] as const);

/** A float counts as its shortest decimal text, and zero has no sign. These are the cases that differ for that reason. */
const different = new Map([
  ["number -0", { value: 0, sent: 0 }],
  ["float 0.0025", { value: 0.0025, sent: "0.0025" }],
  ["number 5.9604644775390625e-8", { value: 2 ** -24, sent: "0.00000005960464477539063" }],
]);
const same = cases.filter(([, { name }]) => !different.has(name));

describe("values as go-cty encodes them", () => {
  it.each(same.map(([line, one]) => [one.name, line, one] as const))("%s", (_name, line, one) => {
    const type = typeOfJson(one.type);
    expect(line).toContain(`"type":${typeJsonText(type)},"msgpack"`);

    const value = decodeMsgpack(type, Buffer.from(one.msgpack, "hex"));
    expect(checkConforms(type, value)).toBeUndefined();
    expect(Buffer.from(encodeMsgpack(type, value)).toString("hex")).toBe(one.msgpack);

    if (one.state === undefined) return;
    const stored = valueOfJson(type, readJson(one.state));
    expect(stored).toEqual(value);
    expect(Buffer.from(encodeMsgpack(type, stored)).toString("hex")).toBe(one.msgpack);
    expect(writeJson(jsonOfValue(type, value))).toBe(one.state);
  });

  it.each([...different])("%s, sent back in another form", (name, { value, sent }) => {
    const [, one] = cases.find(([, { name: other }]) => other === name)!;
    expect(decodeMsgpack(numberType, Buffer.from(one.msgpack, "hex"))).toBe(value);
    expect(decode(encodeMsgpack(numberType, value))).toBe(sent);
  });

  it("has a state for every known and finite value", () => {
    const without = cases.filter(([, { state }]) => state === undefined).map(([, one]) => one);
    for (const { name, type: tree, msgpack } of without) {
      const type = typeOfJson(tree);
      const value = decodeMsgpack(type, Buffer.from(msgpack, "hex"));
      expect({ name, isStorable: isWhollyKnown(value) && !name.includes("infinity") }).toEqual({
        name,
        isStorable: false,
      });
    }
  });
});
