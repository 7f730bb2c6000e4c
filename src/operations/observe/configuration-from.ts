import { isKnown, type ValueObject } from "../../model/index.js";
import { Evaluator, type RecordedProgram } from "../../program/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { EvaluationPorts } from "../../engine/index.js";
import { recordedAnswer } from "../../engine/index.js";

/**
 * What the program configures a provider resource with, as far as state knows what that is made of: nothing is
 * planned for it. Otherwise what is recorded serves.
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
