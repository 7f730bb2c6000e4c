import { identicalValues, type Stored, type ValueObject } from "../../model/index.js";
import type { ConfiguredProvider, ProviderCall } from "../../provider/contract/index.js";

export interface ImportedInputs {
  /** As a program that asks for exactly what is there would have them recorded. */
  readonly recorded: ValueObject;
  /** What such a program has to say: without what is the default anyway. */
  readonly written: ValueObject;
}

/**
 * The inputs of an object that was found. The provider is asked what it would plan for them, which touches
 * nothing; where it would not take them as they are, they are written as they were found.
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
