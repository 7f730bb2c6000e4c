import { type Stored } from "../../model/index.js";
import type { TestBench } from "./test-bench.js";
import type { Check } from "./check.js";
import { fieldDifferences } from "./compare-fields.js";
import { expectFound } from "./lifecycle-checks.js";

/** What others do to an object is seen and mended. */
export const repairChecks: readonly Check[] = [
  {
    name: (type) => `${type}: what somebody else changed is seen by the next plan and repaired by apply`,
    when: ({ sample }) => sample.drift !== undefined,
    async run(bench) {
      const { stored } = await bench.made();
      const object = await bench.sampleObject();
      await bench.byOthers(() => bench.sample.drift!(object));
      const change = bench.changeIn(await bench.plan());
      if (!change?.reasons.some(({ kind }) => kind === "drift"))
        throw bench.fault("read", {
          expected:
            "read answers with what there is now, so that a plan sees the change that `drift` of the sample makes.",
          happened: `The plan says ${change?.action ?? "nothing"} and names no drift.`,
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
    name: (type) => `${type}: what somebody else removed is planned for creation and comes back`,
    when: ({ sample }) => !sample.onlyInState,
    async run(bench) {
      const { stored } = await bench.made();
      const object = await bench.sampleObject();
      await bench.byOthers(() => bench.sample.remove?.(object) ?? bench.contract.delete(stored));
      const change = bench.changeIn(await bench.plan());
      if (change?.action !== "create" || !change.reasons.some(({ kind }) => kind === "no-longer-present"))
        throw bench.fault("read", {
          expected: "read answers null for an object that is gone, so that it is created again.",
          happened: `The plan says ${change?.action ?? "nothing"}.`,
        });
      await bench.apply();
      await expectFound(bench, await bench.object(), "create");
      await bench.expectNothingToDo("create", "read");
    },
  },
];

/** An update that only answers with what it finds would look like a repair to every later plan. */
function expectMoved(bench: TestBench, before: Stored, drifted: Stored, repaired: Stored): void {
  const names = { before: "", after: "" };
  const moved = (field: string, one: Stored, other: Stored) =>
    fieldDifferences([field], one.outputs, other.outputs, names).length > 0;
  const fields = bench.steadyOutputs.filter((field) => moved(field, before, drifted));
  if (fields.length === 0 || fields.some((field) => moved(field, drifted, repaired))) return;
  throw bench.fault("update", {
    expected: "update brings the object to its inputs, also where not these but the object changed.",
    happened: `After the apply ${fields.join(", ")} ${fields.length === 1 ? "is" : "are"} as somebody else left ${fields.length === 1 ? "it" : "them"}.`,
  });
}
