import { expect, it } from "vitest";
import { Dynamic, type CtyType, type CtyValue } from "../../../terraform/cty/index.js";
import { encodeMsgpack } from "./msgpack.js";
import { stateJson } from "./state-json.js";

const text: CtyType = { kind: "string" };
const number: CtyType = { kind: "number" };
const object = (attributes: Record<string, CtyType>): CtyType => ({
  kind: "object",
  attributes: new Map(Object.entries(attributes)),
});

it.each<[string, CtyType, CtyValue, string]>([
  [
    "an object",
    object({ a: text, b: number }),
    new Map<string, CtyValue>([
      ["a", "x"],
      ["b", null],
    ]),
    `{"a":"x","b":null}`,
  ],
  ["an exact integer", number, 9007199254740993n, "9007199254740993"],
  ["a fraction that is no float as text", number, 0.1, `"0.1"`],
  ["a list of two texts", { kind: "list", element: text }, ["a", "b"], `["a","b"]`],
  ["a dynamic value", { kind: "dynamic" }, new Dynamic(number, 3), `{"value":3,"type":"number"}`],
  [
    "a map with a strange key",
    { kind: "map", element: text },
    new Map([["__proto__", "x"]]),
    `{"__proto__":"x"}`,
  ],
])("%s", (_, type, value, expected) => {
  expect(stateJson(encodeMsgpack(type, value))).toBe(expected);
});
