import type { Mutant } from "../mutant.js";

/** Mistakes one could make with what a run that was cut off has left. */
export const settlingMutants: readonly Mutant[] = [
  {
    name: "a repeated create gets another key",
    file: "src/engine/settling/settle.ts",
    find: "key: intent.key,",
    replace: "key: `${intent.key}2`,",
  },
  {
    name: "a create that was cut off is not looked up",
    file: "src/engine/settling/settle.ts",
    find: "const [only] = found;",
    replace: "const [only] = found.slice(1);",
  },
  {
    name: "a delete-first replacement that was cut off does not owe its create",
    file: "src/engine/settling/settle.ts",
    find: 'return status !== "doomed" && isNeeded ? "owed" : "nothing";',
    replace: 'return status !== "doomed" && isNeeded ? "nothing" : "nothing";',
  },
  {
    name: "an adopted object counts as finished",
    file: "src/engine/settling/settle.ts",
    find: '{ ...found, unfinished: ["its create was cut off"] }',
    replace: "found",
  },
  {
    name: "an update that was cut off counts as made",
    file: "src/engine/settling/settle.ts",
    find: '{ ...object.stored, unfinished: ["an update was cut off"] }',
    replace: "object.stored",
  },
  {
    name: "an id that was told is not used",
    file: "src/engine/settling/settle.ts",
    find: "if (identified !== undefined) {",
    replace: "if (false) {",
  },
  {
    name: "what an adopted object replaces is let go",
    file: "src/engine/settling/settle.ts",
    find: '{ put: "object", row: { ...each, status: "doomed" } }',
    replace: '{ drop: "object", rid: each.rid, generation: each.generation }',
  },
  {
    name: "the first of several objects with one key is taken",
    file: "src/engine/settling/settle.ts",
    find: "if (found.length > 1)",
    replace: "if (false)",
  },
];
