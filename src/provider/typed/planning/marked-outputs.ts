import type { Diagnostic, Stored, ValueObject } from "../../../model/index.js";
import type { PlanRequest, ProviderCall } from "../../contract/index.js";
import type { DefinedResource } from "../../resource-type.js";
import { Bug } from "../bug.js";
import { runHook, type Connection } from "../hook/hook-runner.js";
import type { FieldChanges } from "./input-changes.js";
import { toPlainFields, toPlainOrUnknown } from "../field/plain.js";

/** The outputs that the type's modifier says apply will compute anew, and the inputs whose change it says replaces. */
export type MarkedOutputs =
  | MarkedFields
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface MarkedFields {
  readonly ok: true;
  readonly fields: ReadonlySet<string>;
  readonly replacing: ReadonlySet<string>;
}

/** For what has no modifier, or nothing recorded to ask it about. */
export const nothingMarked: MarkedFields = { ok: true, fields: new Set(), replacing: new Set() };

/**
 * Asks the modifier of a type that has one. While the configuration is not known it cannot be asked, and may
 * mark any output once it is.
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

/** A name that a hook asks for; what it throws comes out as a failure of the hook. */
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
