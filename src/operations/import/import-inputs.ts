import { identicalValues, type Stored, type ValueObject } from "../../model/index.js";
import type { ConfiguredProvider, ProviderCall } from "../../provider/contract/index.js";

export interface ImportedInputs {
  /** As recorded for a program that declares exactly what exists. */
  readonly recorded: ValueObject;
  /** The inputs that such a program has to set: without defaults. */
  readonly written: ValueObject;
}

/**
 * Returns the inputs of an existing object. Asks the provider for a plan, which changes nothing. If the provider
 * does not accept the inputs as they are, they are written as they were found.
 */
export async function importedInputs(
  provider: ConfiguredProvider,
  call: ProviderCall,
  found: Stored,
): Promise<ImportedInputs> {
  const planned = async (inputs: ValueObject): Promise<ValueObject | undefined> => {
    const answer = await provider.plan(call, {
      mode: "update",
      type: found.type,
      inputs,
      prior: found,
      baseline: found.outputs,
      replaceOnChanges: [],
      ignoreChanges: [],
    });
    return "kind" in answer || answer.fields.length > 0 ? undefined : answer.inputs;
  };
  const recorded = await planned(found.inputs);
  if (recorded === undefined) return { recorded: found.inputs, written: found.inputs };
  const isSame = async (inputs: ValueObject) => {
    const answer = await planned(inputs);
    return answer !== undefined && identicalValues(answer, recorded);
  };
  const fields = Object.keys(found.inputs);
  const isDefault = await Promise.all(fields.map((field) => isSame(without(found.inputs, [field]))));
  const written = without(
    found.inputs,
    fields.filter((_, index) => isDefault[index]),
  );
  return { recorded, written: (await isSame(written)) ? written : found.inputs };
}

function without(inputs: ValueObject, fields: readonly string[]): ValueObject {
  return Object.fromEntries(Object.entries(inputs).filter(([field]) => !fields.includes(field)));
}
