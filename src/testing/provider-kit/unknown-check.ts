import * as v from "valibot";
import { defineProvider } from "../../provider/index.js";
import { sampleName, type TestBench } from "./test-bench.js";
import type { Check } from "./check.js";
import type { AnyInputs } from "./sample.js";

/** Checks inputs that become known only after another resource is created: for a create, and for an existing object. */
export const unknownCheck: Check = {
  name: (type) => `${type}: inputs that are known after apply can be planned`,
  async run(bench) {
    const inputs = await bench.sample.create();
    const { globalId } = bench.subject.defined;
    // A globally unique name must be known when a plan is made.
    const fields = Object.keys(inputs).filter((field) => field !== globalId);
    for (const field of fields) {
      asksLater(bench, inputs, [field], 1);
      await bench.plan();
    }
    asksLater(bench, inputs, fields, 1);
    await bench.apply();
    await bench.expectNothingToDo("create", "read");
    const { id } = await bench.object();
    asksLater(bench, inputs, fields, 2);
    await bench.plan();
    await bench.apply();
    const after = await bench.object();
    if (after.id !== id)
      throw bench.fault("inputs", {
        expected: "Inputs that turn out to be unchanged leave the object unchanged.",
        happened: `The id was ${id} and is now ${after.id}.`,
      });
  },
};

/** Sets a program with the same inputs, some of which are known only after another resource exists. */
function asksLater(bench: TestBench, inputs: AnyInputs, fields: readonly string[], round: number): void {
  bench.runs(() => {
    const { done } = new Later("later", { round });
    const later = Object.entries(inputs).map(([field, value]) => [
      field,
      fields.includes(field) ? done.apply(() => value) : value,
    ]);
    void new bench.sample.type(sampleName, Object.fromEntries(later) as AnyInputs);
  });
}

const bench = defineProvider({ package: "bench", version: "1.0.0" });

/** A resource whose outputs are known only after its create, which is immediate. It is replaced in each round. */
const Later = bench.resource("index:Later", {
  inputs: { round: v.number() },
  outputs: { done: v.boolean() },
  create: async () => ({ id: "later", outputs: { done: true } }),
  read: async ({ prior }) => prior.outputs,
  update: async () => ({ done: true }),
  delete: async () => {},
  modifyPlan: ({ change, unknown }) => {
    if (change("round") !== "same") unknown("done");
  },
});
