import { describe, expect, test } from "vitest";
import { objectsInUse, type HeldObject } from "./objects-in-use.js";

/** `www.1 x`: the first object of the resource www, with the identity x. */
function held(...texts: readonly string[]): readonly HeldObject[] {
  return texts.map((text) => {
    const [key = "", identity = ""] = text.split(" ");
    return { key, urn: key.split(".")[0]!, identity };
  });
}

interface Row {
  readonly situation: string;
  readonly leaving: readonly string[];
  readonly staying?: readonly string[];
  /** `record resource` */
  readonly kept: readonly string[];
}

const rows: readonly Row[] = [
  { situation: "nothing leaves", leaving: [], staying: ["a.1 x"], kept: [] },
  { situation: "what leaves is nobody else's", leaving: ["a.1 x"], staying: ["b.1 y"], kept: [] },
  { situation: "another resource has it", leaving: ["a.1 x"], staying: ["b.1 x"], kept: ["a.1 b"] },
  { situation: "the resource itself has it still", leaving: ["a.1 x"], staying: ["a.2 x"], kept: ["a.1 a"] },
  { situation: "all that have it leave", leaving: ["a.1 x", "b.1 x", "c.1 x"], kept: ["a.1 c", "b.1 c"] },
  {
    situation: "two objects, one of which stays",
    leaving: ["a.1 x", "b.1 y", "c.1 y"],
    staying: ["d.1 x"],
    kept: ["a.1 d", "b.1 c"],
  },
];

describe("objects that must not be deleted", () => {
  test.each(rows)("$situation", ({ leaving, staying = [], kept }) => {
    const found = objectsInUse(held(...leaving), held(...staying));
    expect([...found].map(([key, urn]) => `${key} ${urn}`)).toEqual(kept);
  });
});
