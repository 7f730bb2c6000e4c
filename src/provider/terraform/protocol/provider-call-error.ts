import type { ChildEnd } from "../../child/index.js";

/** A call to a provider that brought no usable answer. */
export class ProviderCallError extends Error {
  override readonly name = "ProviderCallError";
  /** The name of the call in its protocol: `ApplyResourceChange`. */
  readonly rpc: string;
  readonly failure: CallFailure;
  /** False if the provider certainly did not receive the request. */
  readonly wasSent: boolean;

  constructor(rpc: string, failure: CallFailure, wasSent: boolean) {
    super(`${rpc}: ${textOf(failure)}`);
    this.rpc = rpc;
    this.failure = failure;
    this.wasSent = wasSent;
  }

  /** True if the provider, or the SDK it is built with, does not have this call. */
  get isUnimplemented(): boolean {
    return this.failure.kind === "status" && this.failure.code === unimplemented;
  }
}

export type CallFailure =
  /** The process exited, or was terminated because it closed the connection or sent an invalid message. */
  | { readonly kind: "ended"; readonly end: ChildEnd }
  /** The signal of the call was aborted, or its deadline passed. */
  | { readonly kind: "cancelled"; readonly message: string }
  /** The provider itself answered with a status of gRPC. */
  | { readonly kind: "status"; readonly code: number; readonly message: string };

const unimplemented = 12;

function textOf(failure: CallFailure): string {
  switch (failure.kind) {
    case "ended":
      return "the process of the provider ended";
    case "cancelled":
      return failure.message;
    case "status":
      return `${failure.message} (gRPC status ${failure.code})`;
  }
}
