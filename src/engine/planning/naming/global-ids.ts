import {
  constant,
  getProperty,
  type Diagnostic,
  type Expression,
  type Registration,
  type ValueObject,
} from "../../../model/index.js";
import { Evaluator, type RecordedProgram } from "../../../program/index.js";
import type { LoadedPackage, Rejected } from "../../../provider/contract/index.js";
import { problem } from "../../diagnostics.js";
import type { EvaluationPorts } from "../../facts/evaluation-ports.js";
import type { ProviderPool } from "../../providers/provider-pool.js";

export interface GlobalIdPorts {
  readonly program: RecordedProgram;
  readonly pool: ProviderPool;
  readonly evaluation: EvaluationPorts;
}

/**
 * The global ids of a program's resources: the option, else the input that the type designates. That input must be
 * known from the program alone, because nothing has been planned yet. Otherwise the resource has no global id, and a
 * warning is reported.
 */
export class GlobalIds {
  readonly warnings: Diagnostic[] = [];
  readonly #ports: GlobalIdPorts;
  /** Evaluates only values that do not come from resources, because nothing has been planned yet. */
  readonly evaluator: Evaluator;
  /** Global ids of resources whose inputs had to be evaluated. */
  readonly #evaluated = new Map<Registration, Promise<string | undefined>>();

  constructor(ports: GlobalIdPorts) {
    this.#ports = ports;
    this.evaluator = new Evaluator({
      ...ports.evaluation,
      recorder: ports.program.recorder,
      answers: { answer: () => ({ ok: true, properties: [], others: "unknown" }) },
    });
  }

  /** Loads the packages of all resources concurrently. */
  prepare(registrations: readonly Registration[]): Promise<void> {
    return this.#ports.pool.load(registrations);
  }

  /** Synchronous if nothing has to be loaded or evaluated. */
  of(registration: Registration): Found {
    const { options, kind } = registration;
    if (options.globalId !== undefined || (kind !== "custom" && kind !== "external")) return options.globalId;
    const loaded = this.#ports.pool.packageOf(registration);
    return loaded instanceof Promise
      ? loaded.then((each) => this.#inInputs(registration, each))
      : this.#inInputs(registration, loaded);
  }

  #inInputs(registration: Registration, loaded: LoadedPackage | Rejected): Found {
    const { type, inputs } = registration;
    const field = loaded.kind === "loaded" ? loaded.package.globalId?.(type) : undefined;
    const given = field === undefined ? undefined : fieldOf(inputs, field);
    if (field === undefined || given === undefined) return undefined;
    const known = this.#evaluated.get(registration) ?? this.#evaluate(registration, field, given);
    this.#evaluated.set(registration, known);
    return known;
  }

  async #evaluate(registration: Registration, field: string, given: Expression): Promise<string | undefined> {
    const found = await this.evaluator.evaluate(given);
    // Its problems are reported when the resource is planned.
    if (!found.ok) return undefined;
    if (typeof found.value === "number") return String(found.value);
    if (typeof found.value === "string" && found.value !== "") return found.value;
    this.warnings.push(notUsable(registration, field));
    return undefined;
  }
}

type Found = string | undefined | Promise<string | undefined>;

function fieldOf(inputs: Expression, field: string): Expression | undefined {
  if (inputs.kind === "object") return inputs.values[inputs.keys.indexOf(field)];
  const value = inputs.kind === "constant" ? getProperty(inputs.value as ValueObject, field) : undefined;
  return value === undefined ? undefined : constant(value);
}

function notUsable({ urn, type, position }: Registration, field: string): Diagnostic {
  return problem("engine/no-global-id", {
    severity: "warning",
    detail: `A ${type} is identified by its ${JSON.stringify(field)}, wherever the program declares it. For this resource, that input is secret or is not a string that is known at planning time, so the resource is identified by its URN.`,
    hint: `Give ${JSON.stringify(field)} a value that does not come from a resource, or set the option \`globalId\`.`,
    resource: urn,
    path: field,
    ...(position && { position }),
  });
}
