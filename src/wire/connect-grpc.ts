import { ClientCall, type CallOptions, type CallReceiver } from "./client-call.js";
import { ClientConnection, type ConnectionOwner, type GrpcTarget } from "./client-connection.js";
import { GrpcError } from "./grpc-error.js";
import { GrpcStatus } from "./grpc-status.js";
import { MessageStream } from "./message-stream.js";

/**
 * Returns a client of a gRPC server. It connects for the first call, and again for the first call after a connection
 * was lost. It never repeats a call.
 */
export function connectGrpc(target: GrpcTarget, options: ClientOptions = {}): GrpcClient {
  return new Client(target, options);
}

export interface ClientOptions {
  /** The length of the longest message that is accepted (default 256 MiB). */
  readonly maxMessageBytes?: number;
  /** How often a connection with open calls but no traffic is checked, in milliseconds (default 5000). */
  readonly stallCheckMs?: number;
}

export interface GrpcClient {
  /** Calls a method, such as `/package.Service/Method`. Rejects with a GrpcError. */
  unary(method: string, request: Uint8Array, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Calls a method that answers with any number of messages. The request is sent when the first one is asked for. The
   * server waits for a slow consumer. Leaving the loop cancels the call.
   */
  stream(
    method: string,
    request: Uint8Array,
    options?: CallOptions,
  ): AsyncIterableIterator<Uint8Array, undefined>;
  /** Closes the connection at once. Open calls end with `Unavailable`, as does every later call. */
  close(): Promise<void>;
  /** Open calls keep the process alive; this is the default. An idle client never does. */
  ref(): void;
  /** Open calls do not keep the process alive. */
  unref(): void;
}

class Client implements GrpcClient, ConnectionOwner {
  readonly #target: GrpcTarget;
  readonly #maxMessageBytes: number;
  readonly #stallCheckMs: number;
  /** Calls that wait for a connection, or for the end of another call, in order of arrival. */
  readonly #waiting = new Set<ClientCall>();
  readonly #connections = new Set<ClientConnection>();
  #current: ClientConnection | undefined;
  #isRef = true;
  #isClosed = false;

  constructor(
    target: GrpcTarget,
    { maxMessageBytes = 256 * 1024 * 1024, stallCheckMs = 5000 }: ClientOptions,
  ) {
    this.#target = target;
    this.#maxMessageBytes = maxMessageBytes;
    this.#stallCheckMs = stallCheckMs;
  }

  unary(method: string, request: Uint8Array, options: CallOptions = {}): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#call(method, request, options, new SingleMessage(resolve, reject));
    });
  }

  stream(
    method: string,
    request: Uint8Array,
    options: CallOptions = {},
  ): AsyncIterableIterator<Uint8Array, undefined> {
    return new MessageStream((receiver) => this.#call(method, request, options, receiver));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const connection of this.#connections) connection.destroy("the client was closed");
  }

  ref(): void {
    this.#isRef = true;
    this.#updateKeepAlive();
  }

  unref(): void {
    this.#isRef = false;
    this.#updateKeepAlive();
  }

  onFree(connection: ClientConnection): void {
    if (connection === this.#current) this.#sendWaiting();
    this.#updateKeepAlive();
  }

  onRetired(connection: ClientConnection, reason: GrpcError): void {
    if (connection !== this.#current) return;
    this.#current = undefined;
    for (const call of this.#waiting) call.lose(reason);
  }

  onClosed(connection: ClientConnection): void {
    this.#connections.delete(connection);
  }

  #call(method: string, message: Uint8Array, options: CallOptions, receiver: CallReceiver): ClientCall {
    const call = new ClientCall(
      { method, message, options, maxMessageBytes: this.#maxMessageBytes },
      receiver,
    );
    if (call.isFinished) return call;
    if (this.#isClosed) {
      call.lose(new GrpcError(GrpcStatus.Unavailable, "The client is closed.", { wasSent: false }));
      return call;
    }
    this.#waiting.add(call);
    call.onFinish = () => {
      if (this.#waiting.delete(call)) this.#updateKeepAlive();
    };
    if (this.#current === undefined) {
      this.#current = new ClientConnection(this.#target, this.#stallCheckMs, this);
      this.#connections.add(this.#current);
    }
    this.#sendWaiting();
    this.#updateKeepAlive();
    return call;
  }

  #sendWaiting(): void {
    for (const call of this.#waiting) {
      if (this.#current?.isFree !== true) return;
      this.#waiting.delete(call);
      this.#current.send(call);
    }
  }

  #updateKeepAlive(): void {
    for (const connection of this.#connections) {
      const isWaitedFor = connection === this.#current && this.#waiting.size > 0;
      connection.keepAlive(this.#isRef && (connection.isBusy || isWaitedFor));
    }
  }
}

/** The result of a unary call. */
class SingleMessage implements CallReceiver {
  readonly #resolve: (message: Uint8Array) => void;
  readonly #reject: (error: GrpcError) => void;
  #message: Uint8Array | undefined;

  constructor(resolve: (message: Uint8Array) => void, reject: (error: GrpcError) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  message(message: Uint8Array): void {
    if (this.#message !== undefined)
      throw new GrpcError(GrpcStatus.Internal, "The server sent more than one message.");
    this.#message = message;
  }

  end(error: GrpcError | undefined): void {
    if (error !== undefined) this.#reject(error);
    else if (this.#message !== undefined) this.#resolve(this.#message);
    else this.#reject(new GrpcError(GrpcStatus.Internal, "The server sent no message."));
  }
}
