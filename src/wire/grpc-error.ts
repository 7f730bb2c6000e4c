import type { GrpcStatus } from "./grpc-status.js";

/** Metadata of a call: header names in lower case. The value of a name that ends in `-bin` is base64 text. */
export type Metadata = Readonly<Record<string, string>>;

/** A call that ended with another status than `Ok`. A server handler throws one to choose the status of its answer. */
export class GrpcError extends Error {
  override readonly name = "GrpcError";
  readonly code: GrpcStatus;
  /** A serialized `google.rpc.Status`, from `grpc-status-details-bin`. */
  readonly details?: Uint8Array;
  /** Headers and trailers that the server sent, without those of gRPC itself. */
  readonly metadata: Metadata;
  /** False only if the server certainly did not process the request: the call can be repeated safely. */
  readonly wasSent: boolean;
  /** True if the server chose this status. False if the client did, for example because the connection was lost. */
  readonly isAnswer: boolean;

  constructor(code: GrpcStatus, message: string, more: GrpcErrorOptions = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    if (more.details !== undefined) this.details = more.details;
    this.metadata = more.metadata ?? {};
    this.wasSent = more.wasSent ?? true;
    this.isAnswer = more.isAnswer ?? false;
  }
}

export interface GrpcErrorOptions {
  readonly details?: Uint8Array;
  readonly metadata?: Metadata;
  /** True unless given. */
  readonly wasSent?: boolean;
  /** False unless given. */
  readonly isAnswer?: boolean;
  readonly cause?: unknown;
}
