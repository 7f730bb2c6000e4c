import { DiagnosticError, type Stored, type ValueObject } from "../../model/index.js";
import type {
  Absent,
  ConfiguredProvider,
  Found,
  Outcome,
  ProviderCall,
  Rejected,
  Untold,
} from "../../provider/contract/index.js";
import type { LogLine, Stats } from "../../provider/index.js";
import { typedPackage } from "../../provider/typed/index.js";
import { toPlainFields } from "../../provider/typed/field/index.js";
import { capture } from "../../sdk/internal.js";
import type { Subject } from "./check.js";
import type { AnyObject } from "./sample.js";

/** The provider with its configuration, asked directly as the engine would ask it. */
export class Contract {
  readonly #provider: ConfiguredProvider;

  private constructor(provider: ConfiguredProvider) {
    this.#provider = provider;
  }

  static async open(subject: Subject): Promise<Contract> {
    const { provider } = subject.defined;
    const prefix = `${provider.package}:`.length;
    const given = Object.entries(configValues(subject)).map(([key, value]) => [key.slice(prefix), value]);
    const typed = typedPackage(provider);
    const { config } = accepted(
      await typed.checkConfig(asking(), { config: Object.fromEntries(given) as ValueObject }),
    );
    return new Contract(accepted(await typed.configure(asking(), config)));
  }

  async read(prior: Stored, signal?: AbortSignal): Promise<Found | Absent | Rejected> {
    return this.#provider.read(asking(signal), { prior });
  }

  delete(prior: Stored): Promise<Outcome> {
    return this.#provider.delete(asking(), { prior, key: "deleted by a test" });
  }

  async lookup({
    type,
    id,
  }: Pick<Stored, "type"> & { readonly id: string }): Promise<Found | Absent | Rejected> {
    return this.#provider.lookup(asking(), { type, id });
  }

  async find(
    { type, inputs }: Stored,
    key: string,
    signal?: AbortSignal,
  ): Promise<readonly Found[] | Untold | Rejected> {
    return this.#provider.find(asking(signal), { type, key, inputs });
  }

  close(): Promise<void> {
    return this.#provider.close();
  }

  isEquivalent(type: string, field: string, before: ValueObject, after: ValueObject): boolean {
    return this.#provider.isEquivalent({ type, field, before, after });
  }

  logs(prior: Stored, options: { readonly follow: boolean }, signal?: AbortSignal): AsyncIterable<LogLine> {
    return this.#provider.logs!(asking(signal), { prior, ...options })!;
  }

  async stats(prior: Stored): Promise<Stats | Rejected> {
    return this.#provider.stats!(asking(), { prior })!;
  }
}

/** An object as samples see it. */
export function plainObject({ id, inputs, outputs }: Stored & { readonly id: string }): AnyObject {
  const plain = toPlainFields(inputs);
  return { id, inputs: plain, outputs: { ...plain, ...toPlainFields(outputs) } };
}

function asking(signal: AbortSignal = new AbortController().signal): ProviderCall {
  return { phase: "apply", signal, report: () => {} };
}

function accepted<T extends object>(answer: T | Rejected): T {
  if (!("kind" in answer) || answer.kind !== "rejected") return answer as T;
  const [first, ...rest] = answer.diagnostics;
  throw new DiagnosticError(first!, ...rest);
}

/** The settings of the provider as a stack has them: `{ "disk:root": "…" }`. */
export function configValues({ defined, config = {} }: Subject): ValueObject {
  const captured = capture(
    Object.fromEntries(
      Object.entries(config).map(([field, value]) => [`${defined.provider.package}:${field}`, value]),
    ),
  );
  if (captured.kind === "constant") return captured.value as ValueObject;
  throw new TypeError("The configuration of a provider under test is plain data.");
}
