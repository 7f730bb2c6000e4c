import { randomUUID } from "node:crypto";
import { isSecret, mapValue, someValue, type Stored } from "../../model/index.js";
import { isSecretField } from "../../provider/typed/index.js";
import type { TestBench } from "./test-bench.js";
import type { Check, Subject } from "./check.js";
import type { AnyInputs } from "./sample.js";

/** Checks that nothing shown over the whole lifecycle of an object contains a secret of its inputs. */
export const secretCheck: Check = {
  name: (type) => `${type}: a secret input is never shown`,
  when: (subject) => subject.sample.secret !== undefined || secretFields(subject).length > 0,
  async run(bench) {
    const { sample, subject } = bench;
    const canary = `canary${randomUUID().replaceAll("-", "")}`;
    const inputs = await (sample.secret?.(canary) ?? sample.create());
    const secrets = sample.secret === undefined ? givenSecrets(subject, inputs) : [canary];
    const look = async () => {
      await bench.plan();
      await bench.apply();
      expectMarked(bench, await bench.object(), secrets);
      expectHidden(bench, secrets);
    };
    bench.asks(inputs);
    await look();
    if (sample.drift !== undefined) {
      const object = await bench.sampleObject();
      await bench.byOthers(() => sample.drift!(object));
      await look();
    }
    if (sample.update !== undefined) {
      bench.asks(sample.update(inputs));
      await look();
    }
    await bench.destroy();
    expectHidden(bench, secrets);
  },
};

function secretFields({ defined }: Subject): readonly string[] {
  return Object.entries(defined.inputs).flatMap(([field, schema]) => (isSecretField(schema) ? [field] : []));
}

/** Returns the texts of secret fields in the inputs of a sample that has no `secret`. */
function givenSecrets(subject: Subject, inputs: AnyInputs): readonly string[] {
  const given = Object.entries(inputs).flatMap(([field, value]) =>
    secretFields(subject).includes(field) && typeof value === "string" && value.length >= 8 ? [value] : [],
  );
  if (given.length > 0) return given;
  throw new Error(
    `${subject.defined.type} has secret inputs (${secretFields(subject).join(", ")}), but \`create\` of the sample gives none of them a text of eight characters or more. Add \`secret: (text) => ({ … })\` to the sample.`,
  );
}

function expectHidden(bench: TestBench, secrets: readonly string[]): void {
  const leak = bench.shown.find(({ text }) => secrets.some((secret) => text.includes(secret)));
  if (leak === undefined) return;
  throw bench.fault("outputs", {
    expected: "A secret input does not appear in any plan, event or diagnostic.",
    happened: `It is in ${leak.where}.`,
  });
}

/** Outputs derived from a secret must be marked as secret, and the id must not contain one. */
function expectMarked(bench: TestBench, { id, outputs }: Stored, secrets: readonly string[]): void {
  const holds = (text: string) => secrets.some((secret) => text.includes(secret));
  if (id !== undefined && holds(id))
    throw bench.fault("create", {
      expected: "The id of an object does not contain a secret.",
      happened: "The id contains the secret.",
    });
  for (const [field, value] of Object.entries(outputs)) {
    const shown = mapValue(value, (part) => (isSecret(part) ? null : part));
    if (!someValue(shown, (part) => typeof part === "string" && holds(part))) continue;
    throw bench.fault("outputs", {
      expected: "An output that contains a secret input is marked as secret: secret(schema).",
      happened: `The output ${field} contains it and is not marked.`,
    });
  }
}
