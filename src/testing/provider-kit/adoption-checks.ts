import { randomUUID } from "node:crypto";
import type { Stored } from "../../model/index.js";
import type { Rejected, Untold } from "../../provider/contract/index.js";
import { printed, sampleName, type StoredObject, type TestBench } from "./test-bench.js";
import type { Check, Subject } from "./check.js";
import { fieldDifferences } from "./compare-fields.js";
import { plainObject, type FoundByKey } from "./contract.js";

const canLookUp = ({ defined }: Subject) => defined.lookup !== undefined;
const canFind = ({ defined }: Subject) => defined.find !== undefined;

/** Objects that exist and are not in state: by their id, and by the key of the create that made them. */
export const adoptionChecks: readonly Check[] = [
  {
    name: (type) => `${type}: lookup says null for what is not there`,
    when: (subject) => canLookUp(subject) && !subject.sample.onlyInState,
    async run(bench) {
      const { stored } = await bench.made();
      await expectNotLookedUp(bench, `${stored.id}-${randomUUID()}`, "never existed");
      await bench.destroy();
      await expectNotLookedUp(bench, stored.id, "was deleted");
    },
  },
  {
    name: (type) => `${type}: an import gives inputs that plan to no change`,
    when: canLookUp,
    async run(bench) {
      const { stored } = await bench.made();
      const found = await bench.contract.lookup(stored, ({ kind }) => kind === "found");
      if (found.kind !== "found")
        throw bench.fault("lookup", {
          expected: "lookup finds an object by its id.",
          happened:
            found.kind === "absent"
              ? `lookup says that ${stored.id} is not there.`
              : printed(found.diagnostics),
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
          expected: "A program with the inputs that lookup answers asks for nothing more than there is.",
          happened: "The object was changed when it was imported.",
        });
      await bench.expectNothingToDo("lookup", "read");
    },
  },
  {
    name: (type) => `${type}: find answers with what a create made under its key, and under no other`,
    when: (subject) => canFind(subject) && !subject.sample.onlyInState,
    async run(bench) {
      const first = await bench.madeBesides();
      const second = await bench.madeBesides("another");
      // A type may say of some objects that nobody can tell; then somebody is asked after a crash.
      if (isUntold(await bench.contract.find(first, first.key, isFoundOrUntold))) return;
      await expectFinds(bench, first, first.key, [first]);
      await expectFinds(bench, second, second.key, [second]);
      await expectFinds(bench, first, `${first.key.slice(0, -1)}${first.key.endsWith("0") ? "1" : "0"}`, []);
      await bench.destroy();
      await expectFinds(bench, first, first.key, [], "and with nothing after that was deleted");
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
    expected: `lookup answers null for an id that ${what}.`,
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
      expected: "lookup answers with the inputs that make the object what it is.",
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
  const expected = `find answers with exactly what the create with the key made${circumstances && `, ${circumstances}`}: ${idsOf(wanted)}.`;
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
      happened: `It answered with ${idsOf(objects)}.`,
    });
  const [object, made] = [objects[0], wanted[0]];
  if (object === undefined || made === undefined) return;
  const different = fieldDifferences(bench.steadyOutputs, made.outputs, object.outputs, {
    before: "create",
    after: "find",
  });
  if (different.length > 0)
    throw bench.fault(["create", "find"], {
      expected: "find answers with the outputs that create answers.",
      happened: different.join("\n"),
    });
}

export function isUntold(found: FoundByKey): found is Untold {
  return "kind" in found && found.kind === "untold";
}

/** Whether `find` answers as it should for an object that is there. */
export function isFoundOrUntold(found: FoundByKey): boolean {
  return isUntold(found) || (!("kind" in found) && found.length > 0);
}

function refusalText(found: Untold | Rejected): string {
  return found.kind === "untold" ? "It answered null: nobody can tell." : printed(found.diagnostics);
}

function idsOf(objects: readonly Stored[]): string {
  return objects.map(({ id }) => id ?? "?").join(", ") || "nothing";
}
