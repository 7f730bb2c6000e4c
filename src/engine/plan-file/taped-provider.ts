import { DiagnosticError } from "../../model/index.js";
import type { ConfiguredProvider, Rejected } from "../../provider/contract/index.js";
import { decoratedSource, optionalMembers, type OptionalMember } from "../../provider/decorator/index.js";
import type { AtOnce } from "../../std/index.js";
import type { Tape, TapedQuestion } from "./tape.js";

/** The package and configuration that a question goes to. */
export type TapedPlace = Required<Pick<TapedQuestion, "package" | "config">>;

/** The traits of a provider that are known before it is configured. */
export interface ProviderTraits {
  readonly ready: boolean;
  /** The optional members that the provider implements. */
  readonly has: readonly OptionalMember[];
}

/** A provider that is configured on first use. */
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
    return {
      ready: configured.ready,
      has: optionalMembers.filter((member) => configured[member] !== undefined),
    };
  }
}

/** Wraps a provider: planning questions go through the tape, changes go directly to the provider. */
export function tapedProvider(
  held: HeldProvider,
  traits: ProviderTraits,
  { package: record, config }: TapedPlace,
  tape: Tape,
): ConfiguredProvider {
  // Written out because V8 gives each object made by a spread here its own shape, and there are two per resource.
  const about = (kind: string, urn: string | undefined, request: unknown): TapedQuestion => ({
    package: record,
    config,
    kind,
    urn,
    request,
  });
  return decoratedSource(
    {
      get provider() {
        return held.provider;
      },
      has: (member) => traits.has.includes(member),
    },
    {
      ready: traits.ready,
      question: (member, call, request, ask) =>
        tape.ask(about(member, call.urn, request), () =>
          held.isOpen ? ask(call) : held.openOrThrow().then(() => ask(call)),
        ),
      trait: (member, request, ask) => tape.askNow(about(member, undefined, request), ask),
      own: {
        close: async () => {
          if (held.isOpen) await held.provider.close();
        },
      },
    },
  );
}
