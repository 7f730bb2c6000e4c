import { expect, it } from "vitest";
import { CtyFault, faultInside } from "./fault.js";
import type { CtyPath } from "./path.js";
import { pathText } from "./path-text.js";

it.each<[CtyPath, string]>([
  [[], ""],
  [[{ attribute: "rule" }, { index: 0 }, { attribute: "port" }], ".rule[0].port"],
  [[{ attribute: "tags" }, { key: 'a"b' }], '.tags["a\\"b"]'],
  [[{ attribute: "rule" }, { element: "secret" }], ".rule[*]"],
  [[{ index: 2n ** 64n }], "[18446744073709551616]"],
])("is a text: case %$", (path, text) => {
  expect(pathText(path)).toBe(text);
});

it("starts the message of a fault", () => {
  const fault = faultInside(
    { attribute: "rule" },
    new CtyFault("expected a number", [{ index: 1 }]),
  ) as CtyFault;
  expect(fault.message).toBe(".rule[1]: expected a number");
  expect(fault.reason).toBe("expected a number");
  expect(fault.path).toEqual([{ attribute: "rule" }, { index: 1 }]);
  const other = new Error("bug");
  expect(faultInside({ index: 0 }, other)).toBe(other);
});
