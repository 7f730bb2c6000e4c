import { describe, expect, test } from "vitest";
import type { Step } from "../model/index.js";
import { deleteLast } from "./delete-last.js";

/** `delete a < forget b`: a step, and the steps that it waits for. */
function steps(...texts: readonly string[]): readonly Step[] {
  return texts.map((text) => {
    const [id = "", after = ""] = text.split(" < ");
    const [action, urn = ""] = id.split(" ");
    const needs = after === "" ? [] : after.split(", ");
    return { id, action: action as Step["action"], urn, after: needs, replacement: false };
  });
}

function textOf({ id, after }: Step): string {
  return after.length === 0 ? id : `${id} < ${after.join(", ")}`;
}

interface Row {
  readonly situation: string;
  readonly steps: readonly string[];
  /** `forget b, in use by a` */
  readonly dropping: readonly string[];
  readonly expected: readonly string[];
}

const rows: readonly Row[] = [
  { situation: "nothing is dropped", steps: ["delete a"], dropping: [], expected: ["delete a"] },
  {
    situation: "a delete waits for the other records",
    steps: ["delete a < delete x", "forget b", "forget c"],
    dropping: ["forget b, in use by a", "forget c, in use by a"],
    expected: ["delete a < delete x, forget b, forget c", "forget b", "forget c"],
  },
  {
    situation: "a resource that keeps the object is not deleted",
    steps: ["update a", "forget b"],
    dropping: ["forget b, in use by a"],
    expected: ["update a", "forget b"],
  },
  {
    situation: "a drop that waits for the delete comes behind it",
    steps: ["delete a", "delete x < delete a", "forget b < delete x"],
    dropping: ["forget b, in use by a"],
    expected: ["delete a", "delete x < delete a", "forget b < delete x"],
  },
  {
    situation: "of two deletes that would wait for each other, one does not",
    steps: ["delete a", "forget b < delete c", "delete c", "forget d < delete a"],
    dropping: ["forget b, in use by a", "forget d, in use by c"],
    expected: ["delete a < forget b", "forget b < delete c", "delete c", "forget d < delete a"],
  },
  {
    situation: "it waits for it already",
    steps: ["delete a < forget b", "forget b"],
    dropping: ["forget b, in use by a"],
    expected: ["delete a < forget b", "forget b"],
  },
];

describe("deletes of objects that several records have", () => {
  test.each(rows)("$situation", ({ steps: planned, dropping, expected }) => {
    const dropped = dropping.map((text) => {
      const [step = "", inUseBy = ""] = text.split(", in use by ");
      return { step, inUseBy };
    });
    expect(deleteLast(steps(...planned), dropped).map(textOf)).toEqual(expected);
  });
});
