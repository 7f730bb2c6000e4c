import {
  containsSecret,
  getProperty,
  identicalValues,
  isKnown,
  type Diagnostic,
  type Planned,
  type Stored,
  type ValueObject,
} from "../../model/index.js";
import type { ConfiguredProvider, ProviderCall, Rejected } from "../../provider/contract/index.js";

/** An existing object with the inputs that a program has to set for it. */
export interface DescribedObject {
  readonly inputs: ValueObject;
  /** As a program with these inputs records it. */
  readonly stored: Stored;
  /** The properties that the next plan changes nevertheless. */
  readonly changes: readonly string[];
  /** Why the provider does not accept the inputs. */
  readonly refusals: readonly Diagnostic[];
}

/**
 * Returns the inputs of an object of which everything that can be set is known. An input is left out if the plan of an update does
 * not change because of that, and the plan of a new object has the same value or one that the provider chooses. If the provider
 * refuses the inputs, those are left out that it refuses. Only asks for plans, which change nothing.
 */
export async function minimalInputs(
  provider: ConfiguredProvider,
  call: ProviderCall,
  found: Stored,
): Promise<DescribedObject> {
  const ask = asker(provider, call, found);
  let inputs = found.inputs;
  let best = await ask.update(inputs);
  for (const field of Object.keys(found.inputs)) {
    const fewer = without(inputs, field);
    const planned = await ask.update(fewer);
    const isBetter = distanceOf(planned) < distanceOf(best);
    const isSame = distanceOf(planned) === 0 && distanceOf(best) === 0;
    if (!isBetter && !(isSame && isStillSecret(field, planned, found) && (await ask.isChosen(fewer, field))))
      continue;
    inputs = fewer;
    best = planned;
  }
  if ("kind" in best)
    return { inputs, stored: { ...found, inputs }, changes: [], refusals: best.diagnostics };
  const changes = best.fields.map(({ path }) => path);
  const { inputs: recorded, outputs } = best;
  const isSettled = changes.length === 0;
  return {
    inputs,
    stored: { ...found, inputs: recorded, ...(isSettled && { outputs }) },
    changes,
    refusals: [],
  };
}

function asker(provider: ConfiguredProvider, call: ProviderCall, found: Stored) {
  // Without inputs, so that the provider validates all of them.
  const prior: Stored = { ...found, inputs: {} };
  const request = { type: found.type, replaceOnChanges: [], ignoreChanges: [] };
  return {
    async update(inputs: ValueObject): Promise<Planned | Rejected> {
      return provider.plan(call, { ...request, mode: "update", inputs, prior, baseline: found.outputs });
    },
    /** True if a new object without the input has the same value, or one that the provider chooses. */
    async isChosen(inputs: ValueObject, field: string): Promise<boolean> {
      const created = await provider.plan(call, { ...request, mode: "create", inputs });
      if ("kind" in created) return false;
      const value = getProperty(created.outputs, field);
      return !isKnown(value) || identicalValues(value, getProperty(found.outputs, field));
    },
  };
}

/** How far a plan is from no change: refused plans are farther than all others. */
function distanceOf(planned: Planned | Rejected): number {
  return "kind" in planned ? 1_000_000 + planned.diagnostics.length : planned.fields.length;
}

/** An output that is secret because of its input must not become readable. */
function isStillSecret(field: string, planned: Planned | Rejected, { outputs }: Stored): boolean {
  if ("kind" in planned) return false;
  return !containsSecret(getProperty(outputs, field)) || containsSecret(getProperty(planned.outputs, field));
}

function without(inputs: ValueObject, field: string): ValueObject {
  return Object.fromEntries(Object.entries(inputs).filter(([each]) => each !== field));
}
