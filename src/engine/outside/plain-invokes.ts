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
import type {
  ConfiguredProvider,
  LoadedPackage,
  PackageHost,
  ProviderCall,
} from "../../provider/contract/index.js";
import type { PlainInvocation, Recorder } from "../../sdk/internal.js";
import { neverAborted } from "../../std/index.js";
import type { EvaluationPorts } from "../facts/evaluation-ports.js";
import { valueOf } from "../facts/asked.js";
import { accepted } from "../providers/accepted.js";
import { defaultConfiguration } from "../providers/default-configuration.js";
import { ProviderPool } from "../providers/provider-pool.js";
import { problem } from "../diagnostics.js";
import { askFunction } from "./ask-function.js";

export interface PlainInvokePorts {
  readonly host: (program: Pick<RecordedProgram, "registrations">) => PackageHost;
  readonly evaluation: EvaluationPorts;
}

/** Calls providers while a program is evaluated, before anything is planned. */
export class PlainInvokes {
  readonly #ports: PlainInvokePorts;
  #pool: ProviderPool | undefined;

  constructor(ports: PlainInvokePorts) {
    this.#ports = ports;
  }

  /** The providers that have been configured so far. */
  get pool(): ProviderPool | undefined {
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  readonly answer = async (recorder: Recorder, invocation: PlainInvocation): Promise<unknown> => {
    const { token } = invocation;
    const place = recorder.invoked.push({ token, args: undefined, result: undefined }) - 1;
    const evaluator = this.#evaluator(recorder);
    const args = await valueNow(invocation.args, evaluator);
    recorder.invoked[place] = { token, args, result: undefined };
    const result = await askFunction(invocation, args, {
      program: { recorder },
      pool: this.poolOf(recorder),
      call: this.#call,
      configuration: (provider) => configurationNow(`invoke() calls ${token}`, provider, evaluator),
      inTurn: (question) => question(),
    });
    recorder.invoked[place] = { token, args, result };
    if (containsSecret(result)) throw new DiagnosticError(secretAnswer(token));
    return openValue(result);
  };

  poolOf(recorder: Recorder): ProviderPool {
    return (this.#pool ??= new ProviderPool(this.#ports.host(recorder)));
  }

  /**
   * Returns the provider that constructs a component: configured by a provider resource, or by the stack configuration.
   */
  async configured(
    recorder: Recorder,
    loaded: LoadedPackage,
    { urn, type, providedBy }: { urn: string; type: string; providedBy: Registration | undefined },
  ): Promise<ConfiguredProvider> {
    const source =
      providedBy === undefined
        ? defaultConfiguration(loaded.record, recorder.settings)
        : await configurationNow(
            `A ${type} is created`,
            providedBy,
            this.#evaluator(recorder),
            knownSettings,
          );
    const pooled = await this.poolOf(recorder).configured(this.#call(urn), loaded, source);
    return accepted(pooled).provider;
  }

  #evaluator(recorder: Recorder): Evaluator {
    const answers = { answer: () => nothingKnown };
    return new Evaluator({ ...this.#ports.evaluation, recorder, answers });
  }

  readonly #call = (urn: string): ProviderCall => ({
    phase: "plan",
    urn,
    signal: neverAborted,
    report: () => {},
    assets: this.#ports.evaluation.assets,
  });
}

/** Values from resources are unknown before planning. */
const nothingKnown = { ok: true, properties: [], others: "unknown" } as const;

async function valueNow(expression: Expression, evaluator: Evaluator): Promise<Value> {
  return (await valueOf(expression, evaluator)).value;
}

const askLater =
  "Use invokeOutput(), which waits for the configuration and returns an Output:\n    coconut.invokeOutput(…, { … }, { provider })";
const knownSettings = "Configure the provider with values that do not come from resources.";

async function configurationNow(what: string, provider: Registration, evaluator: Evaluator, hint = askLater) {
  const config = await valueNow(provider.inputs, evaluator);
  if (!isKnown(config)) throw new DiagnosticError(tooEarly(what, provider, hint));
  return { key: provider.urn, urn: provider.urn, config: config as ValueObject };
}

function tooEarly(what: string, { type, name, position }: Registration, hint: string): Diagnostic {
  return problem("engine/invoke-too-early", {
    detail: `${what} while the program runs, but the configuration of its provider ${type} ${JSON.stringify(name)} comes from resources and is not known yet.`,
    hint,
    related: [{ message: `${name} is declared here`, ...(position && { position }) }],
  });
}

function secretAnswer(token: string): Diagnostic {
  return problem("engine/secret-answer", {
    detail: `${token} returns a secret, but invoke() returns plain values, which are not masked in output.`,
    hint: "Use invokeOutput(), whose result stays secret:\n    coconut.invokeOutput(…, { … })",
  });
}
