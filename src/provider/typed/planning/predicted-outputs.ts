import {
  getProperty,
  setProperty,
  whollySecret,
  type Diagnostic,
  type Stored,
  type Value,
  type ValueObject,
} from "../../../model/index.js";
import type { ProviderCall } from "../../contract/index.js";
import type { DefinedResource } from "../../resource-type.js";
import { decodeAnswer } from "../field/decode-fields.js";
import { answerProblem, outputProblems } from "../field/field-problems.js";
import { toPlainFields, toPlainOrUnknown } from "../field/plain.js";
import { describeKind, isEchoOfSecret, isRecord } from "../hook/hook-answers.js";
import { runHook, type Connection } from "../hook/hook-runner.js";
import { requireField } from "./marked-outputs.js";

/** The outputs that a type predicts for a create or an update, by name. */
export type PredictedOutputs =
  | { readonly ok: true; readonly outputs: ValueObject }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Calls the hook `predict` of a type that has it. */
export async function predictedOutputs(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  prior: Stored | undefined,
  inputs: ValueObject,
): Promise<PredictedOutputs> {
  const { type, predict, outputs } = defined;
  if (predict === undefined || !connection.ready) return { ok: true, outputs: {} };
  const seen = prior === undefined ? [inputs] : [inputs, prior.inputs, prior.outputs];
  const result = await runHook({ type, hook: "predict" }, connection, call, seen, (common) => {
    const answer = predict({
      ...common,
      inputs: toPlainOrUnknown(inputs),
      prior: prior && { inputs: toPlainFields(prior.inputs), outputs: toPlainFields(prior.outputs) },
    });
    const names = isRecord(answer) ? Object.keys(answer) : [];
    for (const name of names) requireField(new Map(Object.entries(outputs)), name, type, "output");
    return answer;
  });
  if (!result.ok) return result;
  return decoded(call, defined, result.answer, inputs, seen);
}

/** Decodes predicted outputs. They are secret where the real outputs will be. */
function decoded(
  call: ProviderCall,
  defined: DefinedResource,
  answer: unknown,
  inputs: ValueObject,
  seen: readonly ValueObject[],
): PredictedOutputs {
  const { type, outputs } = defined;
  if (answer === undefined) return { ok: true, outputs: {} };
  if (!isRecord(answer)) {
    const fault = `returned ${describeKind(answer)} instead of outputs.`;
    return { ok: false, diagnostics: [answerProblem(call, type, "predict", fault)] };
  }
  const given = Object.entries(answer).filter(([, value]) => value !== undefined);
  const fields = Object.fromEntries(given.map(([name]) => [name, outputs[name]!]));
  const secretAs = (field: string): Value =>
    isEchoOfSecret(defined, field, seen) ? whollySecret : getProperty(inputs, field);
  const { values, issues } = decodeAnswer(type, fields, answer, secretAs);
  const diagnostics = outputProblems(call, type, "predict", issues);
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, outputs: values };
}

/** Returns the planned outputs with the predicted ones filled in. */
export function withPredicted(planned: ValueObject, predicted: ValueObject): ValueObject {
  const outputs: { [name: string]: Value } = { ...planned };
  for (const name of Object.keys(predicted)) setProperty(outputs, name, getProperty(predicted, name));
  return outputs;
}
