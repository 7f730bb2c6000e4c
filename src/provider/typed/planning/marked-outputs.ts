import type { Diagnostic, Stored, ValueObject } from "../../../model/index.js";
import type { PlanRequest, ProviderCall } from "../../contract/index.js";
import type { DefinedResource } from "../../resource-type.js";
import { Bug } from "../bug.js";
import { runHook, type Connection } from "../hook/hook-runner.js";
import type { FieldChanges } from "./input-changes.js";
import { toPlainFields, toPlainOrUnknown } from "../field/plain.js";

/**
 * The result of `modifyPlan`: the outputs that apply will compute again, and the inputs whose change replaces the
 * object.
 */
export type MarkedOutputs =
  | MarkedFields
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface MarkedFields {
  readonly ok: true;
  readonly fields: ReadonlySet<string>;
  readonly replacing: ReadonlySet<string>;
}

/** For types without `modifyPlan`, and for objects without state. */
export const nothingMarked: MarkedFields = { ok: true, fields: new Set(), replacing: new Set() };

/**
 * Calls `modifyPlan` of a type that has it. While the configuration is unknown it cannot be called, so all outputs
 * count as marked.
 */
export async function markedOutputs(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  { seed }: Pick<PlanRequest, "seed">,
  prior: Stored,
  inputs: ValueObject,
  changes: ReadonlyMap<string, FieldChanges>,
): Promise<MarkedOutputs> {
  const { type, modifyPlan, outputs } = defined;
  const replacing = new Set<string>();
  if (modifyPlan === undefined) return nothingMarked;
  if (!connection.ready) return { ok: true, fields: new Set(Object.keys(outputs)), replacing };
  const fields = new Set<string>();
  const name = { type, hook: "modifyPlan" };
  const result = await runHook(name, connection, call, [inputs, prior.inputs, prior.outputs], (common) =>
    modifyPlan({
      ...common,
      hasPriorState: true,
      prior: { inputs: toPlainFields(prior.inputs), outputs: toPlainFields(prior.outputs) },
      inputs: toPlainOrUnknown(inputs),
      change: (field) => requireField(changes, field, type, "input").state,
      seed: () => (seed ?? noSeed)(),
      unknown: (field) => {
        requireField(new Map(Object.entries(outputs)), field, type, "output");
        fields.add(field);
      },
      replace: (field) => {
        requireField(changes, field, type, "input");
        replacing.add(field);
      },
    }),
  );
  return result.ok ? { ok: true, fields, replacing } : result;
}

function noSeed(): never {
  throw new Bug("a plan was requested without a seed.");
}

/** Returns the field that a hook refers to. Throws if it does not exist, which is reported as a failure of the hook. */
export function requireField<T>(
  fields: ReadonlyMap<string, T>,
  field: string,
  type: string,
  side: string,
): T {
  const found = fields.get(field);
  if (found === undefined) throw new TypeError(`${type} has no ${side} ${JSON.stringify(field)}.`);
  return found;
}
