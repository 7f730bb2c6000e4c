import { DiagnosticError, type PlannedDelete, type Stored, type ValueObject } from "../../model/index.js";
import type {
  Absent,
  ConfiguredProvider,
  Found,
  Outcome,
  ProviderCall,
  ProviderPackage,
  Rejected,
  Untold,
} from "../../provider/contract/index.js";
import type { LogLine, Stats } from "../../provider/index.js";
import { toPlainFields } from "../../provider/typed/index.js";
import { lookAgainAfter } from "../../plan/index.js";
import { capture } from "../../sdk/internal.js";
import { pause } from "../../std/index.js";
import type { Subject, TestTime } from "./check.js";
import type { AnyObject } from "./sample.js";

/**
 * The configured provider, called directly in the way the engine calls it. An unexpected answer is requested again
 * while the type declares that its service may still return the state before the last change.
 */
export class Contract {
  readonly #package: ProviderPackage;
  readonly #provider: ConfiguredProvider;
  readonly #time: TestTime;

  private constructor(found: ProviderPackage, provider: ConfiguredProvider, time: TestTime) {
    this.#package = found;
    this.#provider = provider;
    this.#time = time;
  }

  static async open(subject: Subject, found: ProviderPackage, time: TestTime): Promise<Contract> {
    const { name } = found;
    const prefix = `${name}:`.length;
    const given = Object.entries(providerConfig(subject)).map(([key, value]) => [key.slice(prefix), value]);
    const urn = `urn:pulumi:test::test::pulumi:providers:${name}::default`;
    const identity = { urn, name: "default", id: "default", project: "test", stack: "test" };
    const { config } = accepted(
      await found.checkConfig(asking(), { config: Object.fromEntries(given) as ValueObject, identity }),
    );
    return new Contract(found, accepted(await found.configure(asking(), { config, identity })), time);
  }

  /** Waits as long as the service may still return the state before the last change. */
  async settled(type: string): Promise<void> {
    const windowMs = this.#windowOf(type);
    if (windowMs > 0) await pause(this.#time, windowMs, neverAborted);
  }

  read(prior: Stored, isExpected: Expected<Found | Absent | Rejected>): Promise<Found | Absent | Rejected> {
    return this.#patiently(prior.type, isExpected, async () => this.#provider.read(asking(), { prior }));
  }

  /** Returns the result of a read whose signal is aborted from the start. */
  async abortedRead(prior: Stored): Promise<Found | Absent | Rejected> {
    return this.#provider.read(asking(AbortSignal.abort()), { prior });
  }

  async planDelete(prior: Stored): Promise<PlannedDelete | Rejected> {
    return this.#provider.planDelete!(asking(), { prior });
  }

  delete(prior: Stored): Promise<Outcome> {
    return this.#provider.delete(asking(), { prior, key: "deleted by a test" });
  }

  lookup(
    { type, id }: Pick<Stored, "type"> & { readonly id: string },
    isExpected: Expected<Found | Absent | Rejected>,
  ): Promise<Found | Absent | Rejected> {
    return this.#patiently(type, isExpected, async () => this.#provider.lookup(asking(), { type, id }));
  }

  find({ type, inputs }: Stored, key: string, isExpected: Expected<FoundByKey>): Promise<FoundByKey> {
    return this.#patiently(type, isExpected, async () =>
      this.#provider.find(asking(), { type, key, inputs }),
    );
  }

  /** Returns the result of a find whose signal is aborted from the start. */
  async abortedFind({ type, inputs }: Stored, key: string): Promise<FoundByKey> {
    return this.#provider.find(asking(AbortSignal.abort()), { type, key, inputs });
  }

  close(): Promise<void> {
    return this.#provider.close();
  }

  isEquivalent(type: string, field: string, before: ValueObject, after: ValueObject): boolean {
    return this.#package.isEquivalent({ type, field, before, after });
  }

  logs(prior: Stored, options: { readonly follow: boolean }, signal?: AbortSignal): AsyncIterable<LogLine> {
    return this.#provider.logs!(asking(signal), { prior, ...options })!;
  }

  async stats(prior: Stored): Promise<Stats | Rejected> {
    return this.#provider.stats!(asking(), { prior })!;
  }

  #windowOf(type: string): number {
    return this.#provider.settlesWithinMs?.(type) ?? 0;
  }

  async #patiently<Answer>(
    type: string,
    isExpected: Expected<Answer>,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const windowMs = this.#windowOf(type);
    for (let waitedMs = 0; ;) {
      const answer = await ask();
      const nextMs = isExpected(answer) ? undefined : lookAgainAfter({ windowMs, waitedMs });
      if (nextMs === undefined) return answer;
      await pause(this.#time, nextMs, neverAborted);
      waitedMs += nextMs;
    }
  }
}

type Expected<Answer> = (answer: Answer) => boolean;
export type FoundByKey = readonly Found[] | Untold | Rejected;

const neverAborted = new AbortController().signal;

/** Returns an object in the form that samples see. */
export function plainObject({ id, inputs, outputs }: Stored & { readonly id: string }): AnyObject {
  const plain = toPlainFields(inputs);
  return { id, inputs: plain, outputs: { ...plain, ...toPlainFields(outputs) } };
}

function asking(signal: AbortSignal = neverAborted): ProviderCall {
  return { phase: "apply", signal, report: () => {} };
}

function accepted<T extends object>(answer: T | Rejected): T {
  if (!("kind" in answer) || answer.kind !== "rejected") return answer as T;
  const [first, ...rest] = answer.diagnostics;
  throw new DiagnosticError(first!, ...rest);
}

/** Returns the configuration of the provider in the form of a stack: `{ "disk:root": "…" }`. */
export function providerConfig({ defined, config = {} }: Subject): ValueObject {
  const captured = capture(
    Object.fromEntries(
      Object.entries(config).map(([field, value]) => [`${defined.provider.package}:${field}`, value]),
    ),
  );
  if (captured.kind === "constant") return captured.value as ValueObject;
  throw new TypeError("The configuration of a provider under test must be plain data.");
}
