import fc from "fast-check";
import { expect, test } from "vitest";
import { textWindows } from "./text-windows.js";

test.each<[string, readonly string[], string, readonly number[]]>([
  ["where it stands", ["abcdef"], "xabcdex", [1, 2]],
  ["at both ends", ["abcd"], "abcdabcd", [0, 4]],
  ["of several texts", ["abcd", "cdef"], "abcd cdef", [0, 5]],
  ["but not over two of them", ["abcd", "efgh"], "cdef", []],
  ["that repeats itself", ["aaaaaaaa"], "baaaaab", [1, 2]],
  ["not of what is too short", ["abc"], "abc abc", []],
  ["of nothing", [], "abcd", []],
  ["in nothing", ["abcd"], "", []],
])("what stands in a text is found %s", (_, texts, said, places) => {
  expect(textWindows(texts, 4).placesIn(said)).toEqual(places);
});

test("it finds what comparing everything with everything finds", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "€"), maxLength: 30 });
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 4 }),
      text,
      fc.integer({ min: 1, max: 5 }),
      (texts, said, length) => {
        const windows = Array.from({ length: Math.max(0, said.length - length + 1) }, (_, at) =>
          said.slice(at, at + length),
        );
        const places = windows.flatMap((window, at) =>
          texts.some((each) => each.includes(window)) ? [at] : [],
        );
        expect(textWindows(texts, length).placesIn(said)).toEqual(places);
      },
    ),
  );
});
