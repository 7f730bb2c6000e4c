import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.js";

test.each<[name: string, names: string[], expected: string | undefined]>([
  ["paht", ["path", "content"], "path"],
  ["Path", ["path"], "path"],
  ["contnet", ["path", "content"], "content"],
  ["port", ["ports", "sort"], "ports"],
  ["colour", ["path", "content"], undefined],
  ["x", ["y"], "y"],
  ["x", ["long"], undefined],
  ["anything", [], undefined],
])("%s among %j is %s", (name, names, expected) => {
  expect(nearestName(name, names)).toBe(expected);
});
