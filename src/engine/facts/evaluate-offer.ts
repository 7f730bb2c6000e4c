import type { Registration } from "../../model/index.js";
import type { Evaluated, Evaluator } from "../../program/index.js";
import { ephemeralOffers } from "./ephemeral-sinks.js";

/** Evaluates the outputs of a component. Refuses ephemeral outputs, because state records outputs. */
export async function evaluateOffer(component: Registration, evaluator: Evaluator): Promise<Evaluated> {
  const offered = await evaluator.evaluate(component.outputs!);
  if (!offered.ok) return offered;
  const diagnostics = ephemeralOffers(component, offered.value);
  return diagnostics.length === 0 ? offered : { ok: false, diagnostics, dependencies: offered.dependencies };
}
