import { expect, test } from "vitest";
import { controlCharacterFault } from "./text-fault.js";

test.each([
  ["ends a line", "\n", "\u0085", "\u2028", "\u2029"],
  ["speaks to a terminal", "\u0000", "\u001b", "\u007f", "\u009b"],
  ["marks a direction of writing", "\u061c", "\u200e", "\u200f"],
  ["turns the direction of writing", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e"],
  ["sets text of another direction apart", "\u2066", "\u2067", "\u2068", "\u2069"],
])("what %s stands in no name", (_, ...characters) => {
  for (const character of characters)
    expect(controlCharacterFault(`a${character}b`)).toMatchObject({ column: 2 });
});

test.each(["a b", "äöü", "名前", "שם", "اسم", "é", "👩‍💻"])("%s is a name", (name) => {
  expect(controlCharacterFault(name)).toBeUndefined();
});
