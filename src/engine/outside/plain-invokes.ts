import {
  containsSecret,
  DiagnosticError,
  isKnown,
  type Diagnostic,
  type Expression,
  type Registration,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import { Evaluator, openValue, type RecordedProgram } from "../../program/index.js";
import type { PackageHost } from "../../provider/contract/index.js";
import type { PlainInvocation, Recorder } from "../../sdk/internal.js";
import { neverAborted } from "../../std/index.js";
import type { EvaluationPorts } from "../facts/evaluation-ports.js";
import { valueOf } from "../facts/asked.js";
import { ProviderPool } from "../providers/provider-pool.js";
import { problem } from "../diagnostics.js";
import { askFunction } from "./ask-function.js";

export interface PlainInvokePorts {
  readonly host: (program: Pick<RecordedProgram, "registrations">) => PackageHost;
  readonly evaluation: EvaluationPorts;
}

/** Answers plain invokes of one evaluation of a program, while it runs: nothing has been planned then. */
export class PlainInvokes {
  readonly #ports: PlainInvokePorts;
  #pool: ProviderPool | undefined;

  constructor(ports: PlainInvokePorts) {
    this.#ports = ports;
  }

  /** The providers that have been configured on the way. */
  get pool(): ProviderPool | undefined {
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  readonly answer = async (recorder: Recorder, invocation: PlainInvocation): Promise<unknown> => {
    const { token } = invocation;
    const place = recorder.invoked.push({ token, args: undefined, result: undefined }) - 1;
    const evaluator = new Evaluator({
      ...this.#ports.evaluation,
      recorder,
      answers: { answer: () => nothingKnown },
    });
    const args = await valueNow(invocation.args, evaluator);
    recorder.invoked[place] = { token, args, result: undefined };
    const pool = (this.#pool ??= new ProviderPool(this.#ports.host(recorder)));
    const result = await askFunction(invocation, args, {
      program: { recorder },
      pool,
      call: (urn) => ({
        phase: "plan",
        urn,
        signal: neverAborted,
        report: () => {},
        assets: this.#ports.evaluation.assets,
      }),
      configuration: (provider) => configurationNow(token, provider, evaluator),
      inTurn: (question) => question(),
    });
    recorder.invoked[place] = { token, args, result };
    if (containsSecret(result)) throw new DiagnosticError(secretAnswer(token));
    return openValue(result);
  };
}

/** What comes from a resource is not known before anything is planned. */
const nothingKnown = { ok: true, properties: [], others: "unknown" } as const;

async function valueNow(expression: Expression, evaluator: Evaluator): Promise<Value> {
  return (await valueOf(expression, evaluator)).value;
}

async function configurationNow(token: string, provider: Registration, evaluator: Evaluator) {
  const config = await valueNow(provider.inputs, evaluator);
  if (!isKnown(config)) throw new DiagnosticError(tooEarly(token, provider));
  return { key: provider.urn, urn: provider.urn, config: config as ValueObject };
}

function tooEarly(token: string, { type, name, position }: Registration): Diagnostic {
  return problem("engine/invoke-too-early", {
    detail: `invoke() asks ${token} while the program runs, and the configuration of its provider ${type} ${JSON.stringify(name)} comes from resources, so that it is not known yet.`,
    hint: "Ask when it is; the answer is an Output:\n    coconut.invokeOutput(…, { … }, { provider })",
    related: [{ message: `${name} is made`, ...(position && { position }) }],
  });
}

function secretAnswer(token: string): Diagnostic {
  return problem("engine/secret-answer", {
    detail: `${token} answers with a secret, and the plain value that invoke() gives could be shown anywhere.`,
    hint: "Ask for an Output, which keeps the mark:\n    coconut.invokeOutput(…, { … })",
  });
}
