import { DiagnosticError } from "../../model/index.js";
import type { ConfiguredProvider, ProviderCall, Rejected } from "../../provider/contract/index.js";
import type { AtOnce } from "../../std/index.js";
import type { Tape, TapedQuestion } from "./tape.js";

/** What is known of a provider although it may not be configured yet. */
export interface ProviderTraits {
  readonly ready: boolean;
  readonly invokes: boolean;
  readonly calls: boolean;
  readonly plansDeletes?: boolean;
}

/** A provider that is configured when it is first needed. */
export class HeldProvider {
  readonly #configure: () => AtOnce<ConfiguredProvider | Rejected>;
  #opening: Promise<ProviderTraits | Rejected> | undefined;
  #provider: ConfiguredProvider | undefined;

  constructor(configure: () => AtOnce<ConfiguredProvider | Rejected>) {
    this.#configure = configure;
  }

  get provider(): ConfiguredProvider {
    if (this.#provider !== undefined) return this.#provider;
    throw new Error("This is a bug in Coconut: a provider was called before it was configured.");
  }

  get isOpen(): boolean {
    return this.#provider !== undefined;
  }

  open(): Promise<ProviderTraits | Rejected> {
    return (this.#opening ??= this.#open());
  }

  async openOrThrow(): Promise<void> {
    const opened = await this.open();
    if (!("kind" in opened)) return;
    const [first, ...rest] = opened.diagnostics;
    throw new DiagnosticError(first!, ...rest);
  }

  async #open(): Promise<ProviderTraits | Rejected> {
    const configured = await this.#configure();
    if ("kind" in configured) return configured;
    this.#provider = configured;
    const { ready, invoke, call, planDelete } = configured;
    const plansDeletes = planDelete !== undefined;
    return { ready, invokes: invoke !== undefined, calls: call !== undefined, plansDeletes };
  }
}

/** What planning asks goes over the tape; what changes the world goes to the provider alone. */
export function tapedProvider(
  held: HeldProvider,
  traits: ProviderTraits,
  { package: name, config }: Required<Pick<TapedQuestion, "package" | "config">>,
  tape: Tape,
): ConfiguredProvider {
  const ask = <Answer>(
    kind: string,
    { urn }: ProviderCall,
    request: unknown,
    live: (provider: ConfiguredProvider) => AtOnce<Answer>,
  ) => tape.ask({ package: name, config, kind, urn, request }, () => live(held.provider));
  const askNow = <Answer>(kind: string, request: unknown, live: (provider: ConfiguredProvider) => Answer) =>
    tape.askNow({ package: name, config, kind, urn: undefined, request }, () => live(held.provider));
  return {
    get lane() {
      return held.provider.lane;
    },
    ready: traits.ready,
    plan: (call, request) => ask("plan", call, request, (each) => each.plan(call, request)),
    validate: (call, request) => ask("validate", call, request, (each) => each.validate(call, request)),
    create: async (call, request) => held.provider.create(call, request),
    update: async (call, request) => held.provider.update(call, request),
    delete: async (call, request) => held.provider.delete(call, request),
    read: (call, request) => ask("read", call, request, (each) => each.read(call, request)),
    canLookUp: (type) => askNow("canLookUp", type, (each) => each.canLookUp(type)),
    lookup: (call, request) => ask("lookup", call, request, (each) => each.lookup(call, request)),
    canFind: (type) => askNow("canFind", type, (each) => each.canFind(type)),
    lateWithinMs: (type) => held.provider.lateWithinMs?.(type) ?? 0,
    find: (call, request) => ask("find", call, request, (each) => each.find(call, request)),
    ...(traits.plansDeletes && {
      planDelete: (call, request) =>
        ask("planDelete", call, request, (each) => each.planDelete!(call, request)),
    }),
    ...(traits.invokes && {
      invoke: (call, request) => ask("invoke", call, request, (each) => each.invoke!(call, request)),
    }),
    ...(traits.calls && {
      call: (call, request) => ask("call", call, request, (each) => each.call!(call, request)),
    }),
    logs: (call, request) => held.provider.logs?.(call, request),
    stats: (call, request) => held.provider.stats?.(call, request),
    close: async () => {
      if (held.isOpen) await held.provider.close();
    },
  };
}
