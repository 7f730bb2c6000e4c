import {
  stripSecrets,
  containsSecret,
  type Diagnostic,
  type Registration,
  type Value,
} from "../../model/index.js";
import { Evaluator, type RecordedProgram } from "../../program/index.js";
import { problem } from "../diagnostics.js";
import type { EvaluationPorts } from "../evaluation.js";
import type { ProviderPool } from "../providers/provider-pool.js";

export interface GlobalIdPorts {
  readonly program: RecordedProgram;
  readonly pool: ProviderPool;
  readonly evaluation: EvaluationPorts;
}

/**
 * The global ids of a program's resources: the option, else the input that the type says. That input has to be
 * known from the program alone, as nothing has been planned yet: else the resource has none, and a warning says so.
 */
export class GlobalIds {
  readonly warnings: Diagnostic[] = [];
  readonly #ports: GlobalIdPorts;
  readonly #evaluator: Evaluator;
  readonly #known = new Map<Registration, Promise<string | undefined>>();

  constructor(ports: GlobalIdPorts) {
    this.#ports = ports;
    this.#evaluator = new Evaluator({
      ...ports.evaluation,
      recorder: ports.program.recorder,
      answers: { answer: () => ({ ok: true, properties: {}, others: "unknown" }) },
    });
  }

  of(registration: Registration): Promise<string | undefined> {
    const known = this.#known.get(registration) ?? this.#find(registration);
    this.#known.set(registration, known);
    return known;
  }

  async #find(registration: Registration): Promise<string | undefined> {
    const { options, kind, type, inputs } = registration;
    if (options.globalId !== undefined || (kind !== "custom" && kind !== "external")) return options.globalId;
    const loaded = await this.#ports.pool.packageOf(registration);
    const field = loaded.kind === "loaded" ? loaded.package.globalId?.(type) : undefined;
    const index = field === undefined || inputs.kind !== "object" ? -1 : inputs.keys.indexOf(field);
    const whole =
      inputs.kind === "constant" ? (inputs.value as { readonly [key: string]: Value }) : undefined;
    if (field === undefined || (index === -1 && !Object.hasOwn(whole ?? {}, field))) return undefined;
    const found =
      inputs.kind === "object" ? await this.#evaluator.evaluate(inputs.values[index]!) : undefined;
    const value = found === undefined ? whole?.[field] : found.ok ? found.value : undefined;
    if (isName(value) && !containsSecret(value)) return String(stripSecrets(value));
    if (found?.ok !== false) this.warnings.push(notUsable(registration, field));
    return undefined;
  }
}

function isName(value: Value): boolean {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}

function notUsable({ urn, type, position }: Registration, field: string): Diagnostic {
  return problem("engine/no-global-id", {
    severity: "warning",
    detail: `A ${type} is known by its ${JSON.stringify(field)}, wherever it stands in the program. Here that is no text that is known before anything is planned, or it is secret, so this one is known by its URN.`,
    hint: `Give ${JSON.stringify(field)} a value that comes from no resource, or the option \`globalId\`.`,
    resource: urn,
    path: field,
    ...(position && { position }),
  });
}
