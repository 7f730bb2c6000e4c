import type { CallContext } from "./provider-client.js";

/** Sends requests to a provider's process. */
export interface ProviderTransport {
  readonly protocol: 5 | 6;
  /**
   * Sends a request and returns its decoded answer. Rejects with a `ProviderCallError` only. If `decode` throws, the provider
   * violated its protocol.
   */
  send<T>(call: ProviderRequest<T>): Promise<T>;
}

export interface ProviderRequest<T> {
  /** The name of the call in its protocol: `PlanResourceChange`. */
  readonly rpc: string;
  /** The Terraform type that it is about, or the name of the function. */
  readonly type: string | undefined;
  readonly bytes: Uint8Array;
  readonly decode: (bytes: Uint8Array) => T;
  readonly context: CallContext;
}
