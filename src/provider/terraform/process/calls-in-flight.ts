import type { ProviderLog } from "../protocol/index.js";

/** A call that a provider has not answered yet. */
export interface CallInFlight {
  /** The name in its protocol: `PlanResourceChange`. */
  readonly rpc: string;
  readonly type: string | undefined;
  readonly urn: string | undefined;
  readonly onLog: ((line: ProviderLog) => void) | undefined;
}

/** The calls in flight of one provider. Log lines name a call only by its kind and type. */
export class CallsInFlight {
  readonly #calls = new Set<CallInFlight>();
  #waiting: (() => void)[] = [];

  get size(): number {
    return this.#calls.size;
  }

  [Symbol.iterator](): Iterator<CallInFlight> {
    return this.#calls.values();
  }

  /** Returns a function that ends the call. */
  begin(call: CallInFlight): () => void {
    this.#calls.add(call);
    return () => {
      this.#calls.delete(call);
      if (this.#calls.size > 0) return;
      for (const resolve of this.#waiting) resolve();
      this.#waiting = [];
    };
  }

  /** Returns the only call that a line can be about; undefined if there are several, or none. */
  callOf(line: ProviderLog): CallInFlight | undefined {
    const [one, another] = this.#callsOf(line);
    return another === undefined ? one : undefined;
  }

  /** Returns the oldest of the calls that a line can be about, so that lines of concurrent calls are not lost. */
  oldestCallOf(line: ProviderLog): CallInFlight | undefined {
    const [oldest] = this.#callsOf(line);
    return oldest;
  }

  #callsOf({ rpc, resourceType }: ProviderLog): readonly CallInFlight[] {
    return [...this.#calls].filter(
      (call) =>
        (rpc === undefined || call.rpc === rpc) && (resourceType === undefined || call.type === resourceType),
    );
  }

  /** Resolves when no call is in flight. */
  idle(): Promise<void> {
    return this.#calls.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }
}
