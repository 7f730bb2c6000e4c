import { isKnown, type Registration, type ResourceHandle, type ValueObject } from "../../model/index.js";
import { Evaluator, type RecordedProgram } from "../../program/index.js";
import type { ProviderCall } from "../../provider/contract/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { AnswerMemory } from "../facts/answer-memory.js";
import { valueOf } from "../facts/asked.js";
import type { EvaluationPorts } from "../facts/evaluation-ports.js";
import { recordedAnswer } from "../facts/recorded-answer.js";
import type { ProviderPool } from "../providers/provider-pool.js";
import { engineOutside } from "./engine-outside.js";
import { OtherStacks } from "./other-stacks.js";

export interface SettingsNowPorts {
  readonly program: RecordedProgram;
  readonly pool: ProviderPool;
  readonly evaluation: EvaluationPorts;
  readonly call: (urn: string) => ProviderCall;
}

/**
 * Returns the program's configuration of a provider resource, evaluated against state; nothing is planned for it. Undefined if
 * the program has no such provider, or if a source of its configuration is unknown.
 */
export function settingsNow(
  ports: SettingsNowPorts,
): (urn: string, state: SnapshotIndex) => Promise<ValueObject | undefined> {
  const { registrations } = ports.program;
  const evaluators = new WeakMap<SnapshotIndex, Evaluator>();
  return async (urn, state) => {
    const registration = registrations.find((each) => each.urn === urn);
    if (registration === undefined) return undefined;
    const evaluator = evaluators.get(state) ?? evaluatorOn(state, ports);
    evaluators.set(state, evaluator);
    const config = await evaluator.evaluate(registration.inputs);
    return config.ok && isKnown(config.value) ? (config.value as ValueObject) : undefined;
  };
}

function evaluatorOn(state: SnapshotIndex, ports: SettingsNowPorts): Evaluator {
  const { program, pool, evaluation, call } = ports;
  const evaluator: Evaluator = new Evaluator({
    ...evaluation,
    recorder: program.recorder,
    answers: { answer: (resource: ResourceHandle) => recordedAnswer(resource, state) },
    outside: engineOutside({
      program,
      pool,
      call,
      answers: new AnswerMemory(),
      stacks: new OtherStacks(evaluation.otherStack),
      isSettled: () => true,
      configuration: async (provider: Registration) => {
        const { value } = await valueOf(provider.inputs, evaluator);
        return { key: `${provider.urn} on state`, urn: provider.urn, config: value as ValueObject };
      },
      objectOf: async () => undefined,
      inTurn: (question) => question(),
    }),
  });
  return evaluator;
}
