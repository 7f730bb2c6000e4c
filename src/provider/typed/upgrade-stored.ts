import {
  containsSecret,
  equalValues,
  getProperty,
  secretOf,
  stripSecrets,
  type Diagnostic,
  type Stored,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import type { ProviderCall, Rejected } from "../contract/index.js";
import type { StoredFields } from "../hook-calls.js";
import type { Fields } from "../fields.js";
import type { DefinedResource } from "../resource-type.js";
import { isSecretField } from "../secret.js";
import { problem } from "./diagnostics.js";
import { answerProblem } from "./field/field-problems.js";
import { describeKind, isRecord } from "./hook/hook-answers.js";
import { about, hookFailed } from "./hook/hook-runner.js";
import { fromPlain, toPlainFields } from "./field/plain.js";
import { maskFor } from "./hook/secret-texts.js";

/** Returns the schema version of a type: the number of its migrations plus one. */
export function schemaVersion({ migrations = [] }: DefinedResource): number {
  return migrations.length + 1;
}

/** Upgrades recorded state of an older schema version, step by step. */
export function upgradeStored(
  call: ProviderCall,
  defined: DefinedResource,
  stored: Stored,
): Stored | Rejected {
  const version = schemaVersion(defined);
  if (stored.schemaVersion === version) return stored;
  if (stored.schemaVersion > version) return rejected(newerState(call, defined, stored, version));
  let fields: StoredFields = { inputs: toPlainFields(stored.inputs), outputs: toPlainFields(stored.outputs) };
  const { migrations = [], type, provider } = defined;
  for (const [index, migrate] of [...migrations.entries()].slice(Math.max(0, stored.schemaVersion - 1))) {
    const hook = `migrations[${index}]`;
    try {
      fields = migrate(fields);
    } catch (error) {
      const thrown = { error, mask: maskFor(stored.inputs, stored.outputs) };
      return rejected(hookFailed({ type, hook }, `${provider.package} ${provider.version}`, thrown, call));
    }
    if (!isRecord(fields) || !isRecord(fields.inputs) || !isRecord(fields.outputs)) {
      const fault = `returned ${describeKind(fields)} instead of { inputs, outputs }.`;
      return rejected(answerProblem(call, type, hook, fault));
    }
  }
  const inputs = fromPlain(fields.inputs);
  const outputs = fromPlain(fields.outputs);
  for (const [side, taken] of [
    ["inputs", inputs],
    ["outputs", outputs],
  ] as const) {
    if (!taken.ok) {
      return rejected(
        answerProblem(call, type, "migrations", `returned an invalid value: ${side}${taken.reason}.`),
      );
    }
  }
  const hadSecret = containsSecret(stored.inputs) || containsSecret(stored.outputs);
  const seal = (fields: Fields, before: ValueObject, after: Value) =>
    withSecrets(fields, before, after as ValueObject, hadSecret);
  return {
    ...stored,
    schemaVersion: version,
    inputs: seal(defined.inputs, stored.inputs, inputs.ok ? inputs.value : {}),
    outputs: seal(defined.outputs, stored.outputs, outputs.ok ? outputs.value : {}),
  };
}

/**
 * Marks secrets again after a migration, which gets plain data. Unchanged values keep their marks. If there was any
 * secret, changed values are secret.
 */
function withSecrets(
  fields: Fields,
  before: ValueObject,
  after: ValueObject,
  hadSecret: boolean,
): ValueObject {
  const entries = Object.entries(after).map(([field, value]): [string, Value] => {
    if (Object.hasOwn(fields, field) && isSecretField(fields[field]!)) return [field, secretOf(value)];
    const old = getProperty(before, field);
    if (equalValues(stripSecrets(old), value)) return [field, old ?? value];
    return [field, hadSecret ? secretOf(value) : value];
  });
  return Object.fromEntries(entries);
}

function newerState(
  call: ProviderCall,
  defined: DefinedResource,
  stored: Stored,
  version: number,
): Diagnostic {
  const { package: name, version: packageVersion } = defined.provider;
  return problem("provider/newer-state", {
    detail: `State contains schema version ${stored.schemaVersion} of ${defined.type}, but package ${name} ${packageVersion} only supports versions up to ${version}. A newer version of the package has changed this stack.`,
    hint: `Upgrade the npm package that provides ${name} to the version that changed the stack, or a later one.`,
    ...about(call),
  });
}

function rejected(...diagnostics: readonly Diagnostic[]): Rejected {
  return { kind: "rejected", diagnostics };
}
