import { describe, expect, test } from "vitest";
import type { ChangeAction } from "../model/index.js";
import { isSettled } from "./is-settled.js";

describe("what is asked about a resource is asked at plan time", () => {
  test.for<[action: ChangeAction, settled: boolean]>([
    ["same", true],
    ["record", true],
    ["read", true],
    ["refresh", true],
    ["skip", true],
    ["create", false],
    ["update", false],
    ["replace", false],
    ["import", false],
    ["delete", false],
    ["forget", false],
    ["undetermined", false],
  ])("if it is planned as %s: %s", ([action, settled]) => {
    expect(isSettled({ kind: "custom", action, exists: true })).toBe(settled);
  });

  test("not of one that was left out before it was made", () => {
    expect(isSettled({ kind: "custom", action: "skip", exists: false })).toBe(false);
  });

  test.for(["component", "provider"] as const)("of a %s also while it is recorded first", (kind) => {
    expect(isSettled({ kind, action: "create", exists: false })).toBe(true);
  });

  test("of an external object whose reading is planned", () => {
    expect(isSettled({ kind: "external", action: "read", exists: false })).toBe(true);
  });
});
