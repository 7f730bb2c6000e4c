import { mapValue, openSecrets } from "../../model/index.js";
import { writeOnlyNames } from "../../provider/typed/index.js";
import { ephemeral } from "../../sdk/index.js";
import type { Check, Subject } from "./check.js";
import { expectFound } from "./lifecycle-checks.js";
import type { AnyInputs } from "./sample.js";
import { printed, type TestBench } from "./test-bench.js";

/** Checks for write-only inputs, and for `planDelete`. */
export const changeChecks: readonly Check[] = [
  {
    name: (type) => `${type}: a write-only input is never stored or shown, even if its value is ephemeral`,
    when: ({ defined }) => writeOnlyNames(defined.inputs).length > 0,
    async run(bench) {
      const { inputs } = await bench.made();
      const texts = givenWriteOnly(bench.subject, inputs);
      await expectNotStored(bench, texts);
      if (bench.sample.update !== undefined) {
        bench.asks(withEphemeral(bench.subject, bench.sample.update(inputs)));
        await bench.plan();
        await bench.apply();
        await expectNotStored(bench, texts);
      }
    },
  },
  {
    name: (type) => `${type}: planDelete allows the deletion of a new object and changes nothing`,
    when: ({ defined }) => defined.planDelete !== undefined,
    async run(bench) {
      const { stored } = await bench.made();
      const planned = await bench.contract.planDelete(stored);
      if ("kind" in planned)
        throw bench.fault("planDelete", {
          expected: "An object that a sample has just created can be deleted.",
          happened: printed(planned.diagnostics),
        });
      await expectFound(bench, stored, "create");
      await bench.expectNothingToDo("planDelete");
    },
  },
];

/** Returns the inputs with the write-only ones as ephemeral values. Types whose outputs repeat these get them unchanged. */
function withEphemeral({ defined }: Subject, inputs: AnyInputs): AnyInputs {
  const names = writeOnlyNames(defined.inputs).filter((name) => inputs[name] !== undefined);
  const isRepeated = names.some((name) => Object.hasOwn(defined.outputs, name));
  if (isRepeated || (defined.echoes ?? []).length > 0) return inputs;
  return { ...inputs, ...Object.fromEntries(names.map((name) => [name, ephemeral(inputs[name])])) };
}

/** Returns the texts that the sample gives to write-only inputs. */
function givenWriteOnly({ defined }: Subject, inputs: AnyInputs): readonly string[] {
  const names = writeOnlyNames(defined.inputs);
  const given = names
    .map((name) => inputs[name])
    .filter((value): value is string => typeof value === "string" && value.length >= 8);
  if (given.length > 0) return given;
  throw new Error(
    `${defined.type} has write-only inputs (${names.join(", ")}), but \`create\` of the sample gives none of them a text of eight characters or more. Add one to the result of \`create\`.`,
  );
}

async function expectNotStored(bench: TestBench, texts: readonly string[]): Promise<void> {
  const { id, inputs, outputs } = await bench.object();
  const holds = (text: string) => texts.some((each) => text.includes(each));
  const expected = "The value of a write-only input is not stored in state, not even as a secret.";
  if (holds(id)) throw bench.fault("create", { expected, happened: "It is part of the id." });
  for (const [field, value] of Object.entries({ ...inputs, ...outputs })) {
    let isHeld = false;
    mapValue(openSecrets(value), (part) => {
      if (typeof part === "string" && holds(part)) isHeld = true;
      return part;
    });
    if (isHeld) throw bench.fault("outputs", { expected, happened: `${field} contains it.` });
  }
  const leak = bench.shown.find(({ text }) => holds(text));
  if (leak !== undefined)
    throw bench.fault("create", {
      expected: "The value of a write-only input does not appear in any plan, event or diagnostic.",
      happened: `It is in ${leak.where}.`,
    });
}
