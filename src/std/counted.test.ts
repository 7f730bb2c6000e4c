import { expect, test } from "vitest";
import { counted } from "./counted.js";

test("one is not many, and none is", () => {
  expect(counted(1, "resource")).toBe("1 resource");
  expect(counted(0, "resource")).toBe("0 resources");
  expect(counted(2, "entry", "entries")).toBe("2 entries");
});
