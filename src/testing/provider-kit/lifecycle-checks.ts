import type { StackPlan } from "../../engine/index.js";
import type { Stored } from "../../model/index.js";
import { printed, type StoredObject, type TestBench } from "./test-bench.js";
import type { Check } from "./check.js";
import { fieldDifferences } from "./compare-fields.js";

/** Checks of an object's lifecycle: create, update, replace, delete. */
export const lifecycleChecks: readonly Check[] = [
  {
    name: (type) => `${type}: read finds the created object with the outputs of create`,
    async run(bench) {
      const { stored } = await bench.made();
      await expectFound(bench, stored, "create");
    },
  },
  {
    name: (type) => `${type}: a plan right after create has no changes`,
    async run(bench) {
      await bench.made();
      await bench.expectNothingToDo("create", "read");
    },
  },
  {
    name: (type) => `${type}: an update changes the object in place`,
    when: ({ sample }) => sample.update !== undefined,
    async run(bench) {
      const { inputs, stored } = await bench.made();
      bench.asks(bench.sample.update!(inputs));
      expectAction(bench, await bench.plan(), "update");
      await bench.apply();
      const after = await bench.object();
      if (after.id !== stored.id)
        throw bench.fault("update", {
          expected: "An update keeps the id of the object.",
          happened: `It was ${stored.id} and is ${after.id}.`,
        });
      await expectFound(bench, after, "update");
      await expectInputs(bench, stored, after);
      await bench.expectNothingToDo("update", "read");
    },
  },
  {
    name: (type) => `${type}: a replacement creates a new object and deletes the old one`,
    when: ({ sample }) => sample.replace !== undefined,
    async run(bench) {
      const { inputs, stored } = await bench.made();
      bench.asks(bench.sample.replace!(inputs));
      expectAction(bench, await bench.plan(), "replace");
      await bench.apply();
      const after = await bench.object();
      if (after.id !== stored.id) await expectGone(bench, stored);
      else expectDeletedFirst(bench, after.id);
      await expectFound(bench, after, "create");
      await bench.expectNothingToDo("create", "read");
    },
  },
  {
    name: (type) => `${type}: read returns null for a deleted object`,
    when: ({ sample }) => !sample.onlyInState,
    async run(bench) {
      const { stored } = await bench.made();
      await bench.destroy();
      await expectGone(bench, stored);
    },
  },
  {
    name: (type) => `${type}: deleting a missing object is not an error`,
    async run(bench) {
      const { stored } = await bench.made();
      await bench.contract.delete(stored);
      const again = await bench.contract.delete(stored);
      if (again.kind === "ok") return;
      throw bench.fault("delete", {
        expected: "Deleting an object that no longer exists succeeds.",
        happened: `The result of the second delete was ${again.kind}.\n${printed(again.diagnostics)}`,
      });
    },
  },
];

/** Reads an object and expects it to be as create or update left it. */
export async function expectFound(
  bench: TestBench,
  stored: StoredObject,
  hook: "create" | "update",
): Promise<void> {
  const expected = `After ${hook}, read finds the object with the outputs that ${hook} returned. Outputs that change by themselves are listed in volatile.`;
  const suspects = [hook, "read"] as const;
  const differing = (found: Stored) =>
    fieldDifferences(bench.steadyOutputs, stored.outputs, found.outputs, { before: hook, after: "read" });
  const isSame = (found: Stored) => found.id === stored.id && differing(found).length === 0;
  const found = await bench.contract.read(stored, (each) => each.kind === "found" && isSame(each.stored));
  if (found.kind === "absent")
    throw bench.fault(suspects, { expected, happened: `read returned null for ${stored.id}.` });
  if (found.kind === "rejected")
    throw bench.fault("read", { expected, happened: printed(found.diagnostics) });
  if (found.stored.id !== stored.id)
    throw bench.fault(suspects, {
      expected: `read finds the object under the id that ${hook} returned.`,
      happened: `The id was ${stored.id}, but read returned ${found.stored.id ?? "none"}.`,
    });
  const different = differing(found.stored);
  if (different.length > 0) throw bench.fault(suspects, { expected, happened: different.join("\n") });
}

/** Reads an object that must no longer exist. */
export async function expectGone(bench: TestBench, stored: StoredObject): Promise<void> {
  if (bench.sample.onlyInState) return;
  const found = await bench.contract.read(stored, ({ kind }) => kind === "absent");
  if (found.kind === "absent") return;
  throw bench.fault(found.kind === "found" ? ["delete", "read"] : "read", {
    expected: "read returns null for a deleted object.",
    happened:
      found.kind === "found"
        ? `read still finds ${stored.id}.`
        : `read failed instead:\n${printed(found.diagnostics)}`,
  });
}

function expectAction(bench: TestBench, plan: StackPlan, action: "update" | "replace"): void {
  const planned = bench.changeIn(plan)?.action;
  if (planned === action) return;
  throw bench.fault("replaceOn", {
    expected: `The inputs that \`${action}\` of the sample returns are planned as ${action}.`,
    happened: `They are planned as ${planned ?? "no change"}.`,
  });
}

/** Two objects can have the same id only if the first was deleted before the second was created. */
function expectDeletedFirst(bench: TestBench, id: string): void {
  const hooks = bench.watch.calls.filter(({ type }) => type === bench.type).map(({ hook }) => hook);
  if (hooks.lastIndexOf("delete") !== -1 && hooks.lastIndexOf("delete") < hooks.lastIndexOf("create")) return;
  throw bench.fault("create", {
    expected: 'A replacement makes an object with another id, or the type has replaceOrder "delete-first".',
    happened: `create returned ${id}, the id of the object to replace, which still existed.`,
  });
}

/** Uses `lookup` to check that an update took effect, even if no output shows it. */
async function expectInputs(bench: TestBench, before: StoredObject, after: StoredObject): Promise<void> {
  if (bench.subject.defined.lookup === undefined) return;
  const differing = ({ inputs }: Stored) => {
    const changed = Object.keys(inputs).filter(
      (field) => fieldDifferences([field], before.inputs, after.inputs, { before: "", after: "" }).length > 0,
    );
    return fieldDifferences(changed, after.inputs, inputs, { before: "the program", after: "lookup" });
  };
  const found = await bench.contract.lookup(
    after,
    (each) => each.kind === "found" && differing(each.stored).length === 0,
  );
  if (found.kind !== "found") return;
  const different = differing(found.stored);
  if (different.length > 0)
    throw bench.fault(["update", "lookup"], {
      expected: "After an update, the object matches its inputs.",
      happened: different.join("\n"),
    });
}
