import { DiagnosticError } from "../../model/index.js";
import type { ConfiguredProvider, Rejected } from "../../provider/contract/index.js";
import { decoratedSource, optionalMembers, type OptionalMember } from "../../provider/decorator/index.js";
import type { AtOnce } from "../../std/index.js";
import type { Tape, TapedQuestion } from "./tape.js";

/** Which configuration of which package is asked. */
export type TapedPlace = Required<Pick<TapedQuestion, "package" | "config">>;

/** What is known of a provider although it may not be configured yet. */
export interface ProviderTraits {
  readonly ready: boolean;
  /** The optional members that it has. */
  readonly has: readonly OptionalMember[];
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
    return {
      ready: configured.ready,
      has: optionalMembers.filter((member) => configured[member] !== undefined),
    };
  }
}

/** What planning asks goes over the tape; what changes the world goes to the provider alone. */
export function tapedProvider(
  held: HeldProvider,
  traits: ProviderTraits,
  { package: record, config }: TapedPlace,
  tape: Tape,
): ConfiguredProvider {
  // Written out: V8 gives each object that is made by a spread here a shape of its own, and there are two per resource.
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
