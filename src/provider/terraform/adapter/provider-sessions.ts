import type { ProviderSession } from "./session.js";

/**
 * The processes of one provider. A process serves one configuration, because a provider can be configured once. The first one,
 * which also answers questions that need no configuration, becomes that of the first configuration.
 */
export class ProviderSessions {
  readonly #start: () => Promise<ProviderSession>;
  #first: Promise<ProviderSession> | undefined;
  #isFirstTaken = false;

  constructor(start: () => Promise<ProviderSession>) {
    this.#start = start;
  }

  /** Returns a process for questions that need no configuration. */
  any(): Promise<ProviderSession> {
    return (this.#first ??= this.#start());
  }

  /** Returns a process that is not configured yet. */
  fresh(): Promise<ProviderSession> {
    if (this.#isFirstTaken) return this.#start();
    this.#isFirstTaken = true;
    return this.any();
  }

  /** Ends the first process, unless a configuration uses it. */
  async close(): Promise<void> {
    if (this.#isFirstTaken || this.#first === undefined) return;
    const session = await this.#first.catch(() => undefined);
    await session?.process.close();
  }
}
