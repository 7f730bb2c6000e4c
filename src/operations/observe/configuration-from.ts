import { isKnown, type ValueObject } from "../../model/index.js";
import { Evaluator, type RecordedProgram } from "../../program/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { EvaluationPorts } from "../../engine/index.js";
import { recordedAnswer } from "../../engine/index.js";

/**
 * Returns the configuration that the program gives to a provider resource, if state knows all values it is computed
 * from. Plans nothing. Returns undefined otherwise: the recorded configuration is used.
 */
export function configurationFrom(
  { registrations, recorder }: RecordedProgram,
  state: SnapshotIndex,
  evaluation: EvaluationPorts,
): (urn: string) => Promise<ValueObject | undefined> {
  const evaluator = new Evaluator({
    ...evaluation,
    recorder,
    answers: { answer: (resource) => recordedAnswer(resource, state) },
  });
  return async (urn) => {
    const registration = registrations.find((each) => each.urn === urn);
    if (registration === undefined) return undefined;
    const config = await evaluator.evaluate(registration.inputs);
    return config.ok && isKnown(config.value) ? (config.value as ValueObject) : undefined;
  };
}
