import { randomUUID } from "node:crypto";
import type { Stored } from "../../model/index.js";
import type { Rejected, Untold } from "../../provider/contract/index.js";
import { printed, sampleName, type StoredObject, type TestBench } from "./test-bench.js";
import type { Check, Subject } from "./check.js";
import { fieldDifferences } from "./compare-fields.js";
import { plainObject, type FoundByKey } from "./contract.js";

const canLookUp = ({ defined }: Subject) => defined.lookup !== undefined;
const canFind = ({ defined }: Subject) => defined.find !== undefined;

/** Checks for existing objects that are not in state: by id, and by the idempotency key of their create. */
export const adoptionChecks: readonly Check[] = [
  {
    name: (type) => `${type}: lookup returns null for an object that does not exist`,
    when: (subject) => canLookUp(subject) && !subject.sample.onlyInState,
    async run(bench) {
      const { stored } = await bench.made();
      await expectNotLookedUp(bench, `${stored.id}-${randomUUID()}`, "never existed");
      await bench.destroy();
      await expectNotLookedUp(bench, stored.id, "was deleted");
    },
  },
  {
    name: (type) => `${type}: an import returns inputs that plan to no changes`,
    when: canLookUp,
    async run(bench) {
      const { stored } = await bench.made();
      const found = await bench.contract.lookup(stored, ({ kind }) => kind === "found");
      if (found.kind !== "found")
        throw bench.fault("lookup", {
          expected: "lookup finds an object by its id.",
          happened:
            found.kind === "absent" ? `lookup returned null for ${stored.id}.` : printed(found.diagnostics),
        });
      expectSameInputs(bench, stored, found.stored);
      await bench.stack.state.forget([sampleName]);
      bench.asks(plainObject({ ...found.stored, id: stored.id }).inputs, { import: stored.id });
      const before = bench.watch.calls.length;
      await bench.apply();
      const update = bench.watch.calls
        .slice(before)
        .some(({ hook }) => hook === "update" || hook === "create");
      if (update)
        throw bench.fault("lookup", {
          expected: "A program with the inputs that lookup returns plans to no changes.",
          happened: "The object was changed when it was imported.",
        });
      await bench.expectNothingToDo("lookup", "read");
    },
  },
  {
    name: (type) => `${type}: find returns the objects created with its idempotency key, and no others`,
    when: (subject) => canFind(subject) && !subject.sample.onlyInState,
    async run(bench) {
      const first = await bench.madeBesides();
      const second = await bench.madeBesides("another");
      // A type may be unable to tell for some objects. Then the user has to decide after a crash.
      if (isUntold(await bench.contract.find(first, first.key, isFoundOrUntold))) return;
      await expectFinds(bench, first, first.key, [first]);
      await expectFinds(bench, second, second.key, [second]);
      await expectFinds(bench, first, `${first.key.slice(0, -1)}${first.key.endsWith("0") ? "1" : "0"}`, []);
      await bench.destroy();
      await expectFinds(bench, first, first.key, [], "and nothing after the object was deleted");
    },
  },
];

async function expectNotLookedUp(
  bench: TestBench,
  id: string,
  what: "never existed" | "was deleted",
): Promise<void> {
  const found = await bench.contract.lookup({ type: bench.type, id }, ({ kind }) => kind === "absent");
  if (found.kind === "absent") return;
  throw bench.fault(what === "was deleted" ? ["delete", "lookup"] : "lookup", {
    expected: `lookup returns null for an id that ${what}.`,
    happened: found.kind === "found" ? `It found ${id}.` : printed(found.diagnostics),
  });
}

function expectSameInputs(bench: TestBench, made: Stored, found: Stored): void {
  const fields = Object.keys(found.inputs).filter(
    (field) => !bench.contract.isEquivalent(bench.type, field, made.inputs, found.inputs),
  );
  const different = fieldDifferences(fields, made.inputs, found.inputs, {
    before: "create",
    after: "lookup",
  });
  if (different.length > 0)
    throw bench.fault("lookup", {
      expected: "lookup returns the inputs of the object.",
      happened: different.join("\n"),
    });
}

async function expectFinds(
  bench: TestBench,
  asked: Stored,
  key: string,
  wanted: readonly StoredObject[],
  circumstances = "",
): Promise<void> {
  const expected = `find returns exactly the objects that the create with this idempotency key made${circumstances && `, ${circumstances}`}: ${idsOf(wanted)}.`;
  const found = await bench.contract.find(
    asked,
    key,
    (each) => !("kind" in each) && idsOf(each.map(({ stored }) => stored)) === idsOf(wanted),
  );
  if (isUntold(found) && wanted.length === 0) return;
  if ("kind" in found) throw bench.fault("find", { expected, happened: refusalText(found) });
  const objects = found.map(({ stored }) => stored);
  if (idsOf(objects) !== idsOf(wanted))
    throw bench.fault(circumstances === "" ? "find" : ["delete", "find"], {
      expected,
      happened: `It returned ${idsOf(objects)}.`,
    });
  const [object, made] = [objects[0], wanted[0]];
  if (object === undefined || made === undefined) return;
  const different = fieldDifferences(bench.steadyOutputs, made.outputs, object.outputs, {
    before: "create",
    after: "find",
  });
  if (different.length > 0)
    throw bench.fault(["create", "find"], {
      expected: "find returns the same outputs as create.",
      happened: different.join("\n"),
    });
}

export function isUntold(found: FoundByKey): found is Untold {
  return "kind" in found && found.kind === "untold";
}

/** True if the result of `find` is valid for an existing object. */
export function isFoundOrUntold(found: FoundByKey): boolean {
  return isUntold(found) || (!("kind" in found) && found.length > 0);
}

function refusalText(found: Untold | Rejected): string {
  return found.kind === "untold" ? "It returned null: the outcome is uncertain." : printed(found.diagnostics);
}

function idsOf(objects: readonly Stored[]): string {
  return objects.map(({ id }) => id ?? "?").join(", ") || "nothing";
}
