import type { ProviderSession } from "./session.js";

/**
 * The processes of one provider. A process serves one configuration, because a provider can be configured once. The first one,
 * which also answers questions that need no configuration, becomes that of the first configuration.
 */
export class ProviderSessions {
  readonly #start: () => Promise<ProviderSession>;
  readonly #started: Promise<ProviderSession>[] = [];
  #first: Promise<ProviderSession> | undefined;
  #isFirstTaken = false;

  constructor(start: () => Promise<ProviderSession>) {
    this.#start = start;
  }

  /** Returns a process for questions that need no configuration. */
  any(): Promise<ProviderSession> {
    return (this.#first ??= this.#next());
  }

  /** Returns a process that is not configured yet. */
  fresh(): Promise<ProviderSession> {
    if (this.#isFirstTaken) return this.#next();
    this.#isFirstTaken = true;
    return this.any();
  }

  /** Ends all processes, also those whose configuration was refused. May be called any number of times. */
  async close(): Promise<void> {
    const started = this.#started.splice(0);
    await Promise.allSettled(started.map(async (session) => (await session).process.close()));
  }

  #next(): Promise<ProviderSession> {
    const session = this.#start();
    this.#started.push(session);
    return session;
  }
}
