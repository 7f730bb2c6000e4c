import { type Stored } from "../../model/index.js";
import type { TestBench } from "./test-bench.js";
import type { Check } from "./check.js";
import { fieldDifferences } from "./compare-fields.js";
import { expectFound } from "./lifecycle-checks.js";

/** Checks that drift is detected and repaired. */
export const repairChecks: readonly Check[] = [
  {
    name: (type) => `${type}: the next plan detects drift, and apply repairs it`,
    when: ({ sample }) => sample.drift !== undefined,
    async run(bench) {
      const { stored } = await bench.made();
      const object = await bench.sampleObject();
      await bench.byOthers(() => bench.sample.drift!(object));
      const change = bench.changeIn(await bench.plan());
      if (!change?.reasons.some(({ kind }) => kind === "drift"))
        throw bench.fault("read", {
          expected:
            "read returns the current state, so a plan detects the change that `drift` of the sample makes.",
          happened: `The plan has ${change?.action ?? "no change"} and no drift.`,
        });
      const drifted = await bench.contract.read(stored, () => true);
      await bench.apply();
      const repaired = await bench.object();
      await expectFound(bench, repaired, "update");
      if (drifted.kind === "found") expectMoved(bench, stored, drifted.stored, repaired);
      await bench.expectNothingToDo("update", "read");
    },
  },
  {
    name: (type) => `${type}: an object deleted outside Coconut is planned for creation and created again`,
    when: ({ sample }) => !sample.onlyInState,
    async run(bench) {
      const { stored } = await bench.made();
      const object = await bench.sampleObject();
      await bench.byOthers(() => bench.sample.remove?.(object) ?? bench.contract.delete(stored));
      const change = bench.changeIn(await bench.plan());
      if (change?.action !== "create" || !change.reasons.some(({ kind }) => kind === "no-longer-present"))
        throw bench.fault("read", {
          expected: "read returns null for a missing object, so the plan creates it again.",
          happened: `The plan has ${change?.action ?? "no change"}.`,
        });
      await bench.apply();
      await expectFound(bench, await bench.object(), "create");
      await bench.expectNothingToDo("create", "read");
    },
  },
];

/** Detects an update that only returns what it finds, which would look like a repair to every later plan. */
function expectMoved(bench: TestBench, before: Stored, drifted: Stored, repaired: Stored): void {
  const names = { before: "", after: "" };
  const moved = (field: string, one: Stored, other: Stored) =>
    fieldDifferences([field], one.outputs, other.outputs, names).length > 0;
  const fields = bench.steadyOutputs.filter((field) => moved(field, before, drifted));
  if (fields.length === 0 || fields.some((field) => moved(field, drifted, repaired))) return;
  throw bench.fault("update", {
    expected: "update brings the object back to its inputs, even if only the object changed.",
    happened: `After the apply, ${fields.join(", ")} still ${fields.length === 1 ? "has the drifted value" : "have the drifted values"}.`,
  });
}
