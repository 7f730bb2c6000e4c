import { describe, expect, test } from "vitest";
import { parsePropertyPath } from "../path/index.js";
import { secretOf, type Value } from "../value/index.js";
import { hiddenPaths, shownSides } from "./hidden-paths.js";

describe("what is hidden", () => {
  test.each<[boolean, string, string]>([
    [true, "tags", "tags"],
    [true, "tags", "tags.owner"],
    [true, "rules[*].port", "rules[3].port"],
    [false, "rules[*].port", "rules[3].name"],
    [false, "tags.owner", "tags"],
    [false, "tag", "tags"],
  ])("%s: %s covers %s", (covers, hidden, path) => {
    expect(hiddenPaths([hidden]).covers(parsePropertyPath(path))).toBe(covers);
  });

  test("is nothing unless said", () => {
    expect(hiddenPaths().covers(["a"])).toBe(false);
    expect(hiddenPaths().stripAll({ a: 1 })).toEqual({ a: 1 });
  });
});

describe("a value without what is hidden in it", () => {
  test.each<[string, string, Value, Value]>([
    ["a.b", "a", { b: 1, c: 2 }, { c: 2 }],
    ["a.b", "a.b", 1, undefined],
    ["a.b", "a.b.c", 1, undefined],
    ["a[*].b", "a", [{ b: 1, c: 2 }, { b: 3 }], [{ c: 2 }, {}]],
    ["a[0]", "a", [1, 2], [null, 2]],
    ["a.b", "x", { b: 1 }, { b: 1 }],
    ["a.b", "a", secretOf({ b: 1, c: 2 }), secretOf({ c: 2 })],
  ])("%s hidden of %s", (hidden, path, value, expected) => {
    expect(hiddenPaths([hidden]).strip(value, parsePropertyPath(path))).toEqual(expected);
  });

  test("all of a resource", () => {
    expect(hiddenPaths(["a", "b.c"]).stripAll({ a: 1, b: { c: 2 }, d: 3 })).toEqual({ b: {}, d: 3 });
    expect(hiddenPaths(["root"]).stripAll({ a: 1 })).toEqual({});
  });
});

describe("a property before and after", () => {
  const nothing = hiddenPaths();

  test("is left out where there is none", () => {
    expect(shownSides(nothing, ["a"], { a: 1 }, {})).toEqual({ before: 1 });
    expect(shownSides(nothing, ["a"], undefined, { a: 1 })).toEqual({ after: 1 });
  });

  test.each<[string, Value, Value, Value]>([
    ["is masked in what it was if it becomes secret", "x", secretOf("y"), secretOf("x")],
    ["is as secret as it was if it is not any more", secretOf("x"), "y", secretOf("x")],
    [
      "is masked only in the part that becomes secret",
      { b: "x", c: "z" },
      { b: secretOf("y"), c: "w" },
      { b: secretOf("x"), c: "z" },
    ],
    ["is masked as a whole if the whole becomes secret", { b: "x" }, secretOf({}), secretOf({ b: "x" })],
  ])("%s", (_, before, after, shown) => {
    expect(shownSides(nothing, ["a"], { a: before }, { a: after })).toEqual({ before: shown, after });
  });

  test("is masked where it stands in something that becomes secret", () => {
    const sides = shownSides(nothing, ["a", "b"], { a: { b: "x" } }, { a: secretOf({ b: "y" }) });
    expect(sides).toEqual({ before: secretOf("x"), after: secretOf("y") });
  });

  test("lacks what is hidden in it", () => {
    const hidden = hiddenPaths(["a.b"]);
    expect(shownSides(hidden, ["a"], { a: { b: 1 } }, { a: { b: 2, c: 3 } })).toEqual({
      before: {},
      after: { c: 3 },
    });
  });
});
