import fc from "fast-check";
import { test } from "vitest";
import { newScenario } from "../../src/testing/scenario/index.js";
import { isSimulation, runs } from "../support/runs.js";
import { drawnTypes, edited, nameOf, programOf, type Drawn, type Edit, type Sketch } from "./sketch.js";

const places = 5;
const place = fc.nat({ max: places - 1 });
const maybePlace = fc.option(place, { nil: undefined });
const group = fc.option(fc.nat({ max: 1 }), { nil: undefined });
const options: fc.Arbitrary<Drawn["options"]> = fc.constantFrom<Drawn["options"]>(
  {},
  {},
  { retainOnDelete: true },
  { deleteBeforeReplace: true },
  { ignoreChanges: ["label", "title", "acl", "command"] },
);
const drawn: fc.Arbitrary<Drawn> = fc.record({
  type: fc.constantFrom(...drawnTypes),
  version: fc.constant(0),
  group,
  shade: fc.nat({ max: 2 }),
  identity: fc.nat({ max: 1 }),
  uses: maybePlace,
  dependsOn: maybePlace,
  options,
  aliases: fc.constant([]),
});
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), place, drawn }),
  fc.record({ kind: fc.constantFrom("remove", "rename", "replace", "update"), place }),
  fc.record({ kind: fc.constant("regroup" as const), place, group }),
  fc.record({ kind: fc.constant("use" as const), place, uses: maybePlace }),
  fc.record({ kind: fc.constant("depend" as const), place, dependsOn: maybePlace }),
  fc.record({ kind: fc.constant("options" as const), place, options }),
);

interface Turn {
  readonly edits: readonly Edit[];
  /** Applied alone first. */
  readonly target: number | undefined;
  readonly dependents: boolean;
}

const turn: fc.Arbitrary<Turn> = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
  target: fc.option(place, { nil: undefined, freq: 2 }),
  dependents: fc.boolean(),
});

const first: fc.Arbitrary<Sketch> = fc
  .array(fc.tuple(place, drawn), { minLength: 1, maxLength: places })
  .map((entries) => new Map([...new Map(entries)].sort(([a], [b]) => a - b)));

/**
 * Whatever a program was and becomes, a plan of it can be applied, does what it showed, and leaves nothing to do.
 * The scenario checks the invariants after every step: state and cloud agree, nothing is lost or made twice, order
 * follows the graph, what the plan did not show is untouched, every prefix of the journal is a state that verifies.
 */
test("a random program survives random edits", { timeout: 600_000 }, async () => {
  const story = fc.asyncProperty(first, fc.array(turn, { minLength: 1, maxLength: 2 }), survives);
  // An ordinary run draws the same cases every time: its verdict is about the change, not about luck.
  await fc.assert(story, { numRuns: Math.max(cases, runs), ...(!isSimulation && { seed: 4 }) });
});

const cases = 800;

async function survives(start: Sketch, turns: readonly Turn[]): Promise<void> {
  const s = await newScenario();
  try {
    s.program(programOf(start));
    await s.apply().succeeds();
    let sketch = start;
    for (const { edits, target, dependents } of turns) {
      sketch = edits.reduce(edited, sketch);
      s.program(programOf(sketch));
      const aim = target === undefined ? undefined : sketch.get(target);
      // What a target needs and is not there, or what would go with it, is refused; nothing is half done then.
      if (aim !== undefined) await s.apply({ targets: [nameOf(target!, aim)], dependents }).ends();
      await s.apply().succeeds();
    }
    await s.destroy().succeeds();
  } finally {
    await s.close();
  }
}
