import { describe, expect, test } from "vitest";
import { inputShape, outputShape, parseType, plainShape, printType } from "../../src/model/type/index.js";
import { shapeTable } from "./shape-table.js";

describe("the shapes of types as data", () => {
  test.each(shapeTable)("$name", ({ data }) => {
    const type = parseType(data.type);
    expect({
      type: printType(type),
      input: printType(inputShape(type)),
      output: printType(outputShape(type)),
      plain: printType(plainShape(type)),
    }).toEqual(data);
  });

  test("rows have names of their own", () => {
    const names = shapeTable.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test("members that differ only in their wrapping become one", () => {
    const type = parseType("Union<Array<String>, Array<Output<String>>, Promise<Array<Input<String>>>>");
    expect(printType(inputShape(type))).toBe("Input<Array<Input<String>>>");
    expect(printType(plainShape(type))).toBe("Array<String>");
  });

  test("a shape that would nest too deeply is refused", () => {
    const type = parseType(`${"Array<".repeat(900)}String${">".repeat(900)}`);
    expect(printType(plainShape(type))).toBe(printType(type));
    expect(() => inputShape(type)).toThrow("model/type-too-deep");
  });
});
