import {
  compareSequence,
  constant,
  DiagnosticError,
  isDiagnosticError,
  stripSecrets,
  isHydrated,
  isKnown,
  containsSecret,
  isAsset,
  type Diagnostic,
  type Expression,
  type Registration,
  type ResourceHandle,
  type Value,
  type ValueObject,
} from "../model/index.js";
import { hashArchive, hashAsset, type AssetOptions } from "../asset/index.js";
import {
  CallbackMemory,
  Evaluator,
  openValue,
  recordProgram,
  type Evaluated,
  type RecordedProgram,
  type ResourceAnswer,
} from "../program/index.js";
import { problem } from "./diagnostics.js";
import { capture, registrationOf, type ProgramSettings } from "../sdk/internal.js";

/** Options of `testProgram`. */
export interface TestProgramOptions extends Partial<ProgramSettings> {
  /** Options for reading assets. By default, relative paths start at the working folder. */
  readonly assets?: AssetOptions;
}

/** The answers of resources: outputs by resource name, or an error if the resource fails. */
export type TestAnswers = {
  readonly [resourceName: string]: { readonly id?: string; readonly [output: string]: unknown } | Error;
};

/** The value of an Output. `value` is plain data, and undefined if any part of it is unknown. */
export interface TestValue {
  readonly value: unknown;
  readonly known: boolean;
  readonly secret: boolean;
  /** The URNs of the resources that the value depends on, in program order. */
  readonly dependencies: readonly string[];
}

/**
 * Runs a program like the engine, but without providers or state, to test the resources that it declares and the values
 * of its Outputs.
 *
 * ```ts
 * const program = await testProgram(() => {
 *   const bucket = new Bucket("logs", { region: "eu" });
 *   return { arn: bucket.arn };
 * });
 * const applied = program.applied({ logs: { id: "b-1", arn: "arn:b-1" } });
 * await applied.outputs(); // { value: { arn: "arn:b-1" }, known: true, … }
 * ```
 *
 * If the program fails, it throws the diagnostics.
 */
export async function testProgram(
  program: () => unknown,
  options: TestProgramOptions = {},
): Promise<TestProgram> {
  const { assets = {}, project = "project", stack = "test", ...settings } = options;
  const recorded = await recordProgram(program, { project, stack, ...settings });
  const [first, ...rest] = recorded.diagnostics;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  return new TestProgram(recorded, assets);
}

/** A program that `testProgram` has run. Evaluate its Outputs with `planned()` or `applied()`. */
export class TestProgram {
  readonly #recorded: RecordedProgram;
  readonly #assets: AssetOptions;
  readonly #memory = new CallbackMemory();

  constructor(recorded: RecordedProgram, assets: AssetOptions) {
    this.#recorded = recorded;
    this.#assets = assets;
  }

  /** The resources that the program declared, in program order. */
  get registrations(): readonly Registration[] {
    return inProgramOrder(this.#recorded.registrations);
  }

  /** Evaluates before anything exists: only the URN and the known inputs of a resource are known. */
  planned(): TestEvaluation {
    return this.#evaluation(() => ({ properties: {}, others: "unknown" }));
  }

  /**
   * Evaluates after everything was created: a resource has its answer in `answers`, its inputs, and an id made from its
   * name.
   */
  applied(answers: TestAnswers = {}): TestEvaluation {
    return this.#evaluation(({ kind, name }) => {
      const answer = Object.hasOwn(answers, name) ? answers[name]! : {};
      if (answer instanceof Error) return answer;
      const id = kind === "component" ? {} : { id: `${name}-id` };
      return { properties: { ...id, ...(answer as ValueObject) }, others: "absent" };
    });
  }

  #evaluation(answer: (resource: ResourceHandle) => KnownProperties | Error): TestEvaluation {
    return new TestEvaluation(this.#recorded, this.#memory, this.#assets, answer);
  }
}

interface KnownProperties {
  readonly properties: ValueObject;
  readonly others: "absent" | "unknown";
}

/** The values of a program's Outputs in one situation: before or after everything was created. */
export class TestEvaluation {
  readonly #recorded: RecordedProgram;
  readonly #evaluator: Evaluator;

  constructor(
    recorded: RecordedProgram,
    memory: CallbackMemory,
    assets: AssetOptions,
    answer: (resource: ResourceHandle) => KnownProperties | Error,
  ) {
    this.#recorded = recorded;
    this.#evaluator = new Evaluator({
      recorder: recorded.recorder,
      memory,
      answers: { answer: (resource) => this.#answer(resource as Registration, answer(resource)) },
      hash: (blob) => (isAsset(blob) ? hashAsset(blob, assets) : hashArchive(blob, assets)),
    });
  }

  /** Returns the value of an Output, or of data that contains Outputs. Throws its diagnostics if it fails. */
  async value(value: unknown): Promise<TestValue> {
    return this.#testValue(capture(value));
  }

  /** Returns the value in the engine's form, with unknown and secret parts marked. */
  async marked(value: unknown): Promise<Value> {
    return valueOf(await this.#evaluator.evaluate(capture(value)));
  }

  /** Returns the outputs of the program. */
  async outputs(): Promise<TestValue> {
    return this.#testValue(this.#recorded.outputs);
  }

  /** Returns the inputs of a resource. */
  async inputs(resource: object): Promise<TestValue> {
    return this.#testValue(registrationOf(resource).inputs);
  }

  /** Returns the registered outputs of a component. */
  async componentOutputs(component: object): Promise<TestValue> {
    return this.#testValue(registrationOf(component).outputs ?? constant({}));
  }

  /** Runs every callback of the program, even unused ones. Throws the first problems. */
  async callbacks(): Promise<void> {
    for (const result of await this.#evaluator.evaluateCallbacks()) valueOf(result);
  }

  async #testValue(expression: Expression): Promise<TestValue> {
    const result = await this.#evaluator.evaluate(expression);
    const value = valueOf(result);
    const known = isKnown(value);
    return {
      value: known ? openValue(stripSecrets(value)) : undefined,
      known,
      secret: containsSecret(value),
      dependencies: inProgramOrder(this.#recorded.registrations)
        .filter((each) => result.dependencies.has(each))
        .map(({ urn }) => urn),
    };
  }

  async #answer(registration: Registration, known: KnownProperties | Error): Promise<ResourceAnswer> {
    if (known instanceof Error) return { ok: false, diagnostics: failure(known, registration) };
    const inputs = await this.#evaluator.evaluate(
      isHydrated(registration) ? constant({}) : registration.inputs,
    );
    if (!inputs.ok) return { ok: false, diagnostics: inputs.diagnostics };
    const properties = [{ urn: registration.urn }, known.properties, inputs.value as ValueObject];
    return { ok: true, properties, others: known.others };
  }
}

/** Sorts by program order: callbacks declare resources in the order in which they happen to run. */
function inProgramOrder(registrations: readonly Registration[]): Registration[] {
  return [...registrations].sort((a, b) => compareSequence(a.sequence, b.sequence));
}

function valueOf(result: Evaluated): Value {
  if (result.ok) return result.value;
  const [first, ...rest] = result.diagnostics;
  throw new DiagnosticError(first!, ...rest);
}

function failure(error: Error, { urn }: Registration): readonly Diagnostic[] {
  if (isDiagnosticError(error)) return error.diagnostics;
  const detail = `The test makes this resource fail: ${error.message}`;
  return [problem("testing/resource-failed", { detail, resource: urn })];
}
