import type { CallReceiver, ClientCall } from "./client-call.js";
import type { GrpcError } from "./grpc-error.js";

/** The messages of a call, for one consumer. The call starts when the first message is asked for. */
export class MessageStream implements AsyncIterableIterator<Uint8Array, undefined>, CallReceiver {
  readonly #start: (receiver: CallReceiver) => ClientCall;
  #call: ClientCall | undefined;
  #messages: Uint8Array[] = [];
  #bytes = 0;
  #isPaused = false;
  /** Consumers that wait for a message, in order. */
  readonly #consumers: Consumer[] = [];
  #isEnded = false;
  /** Thrown once, after the last message. */
  #error: GrpcError | undefined;

  constructor(start: (receiver: CallReceiver) => ClientCall) {
    this.#start = start;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    return new Promise((resolve, reject) => {
      this.#consumers.push({ resolve, reject });
      if (!this.#isEnded) this.#call ??= this.#start(this);
      this.#deliver();
    });
  }

  /** Cancels the call. */
  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#isEnded = true;
    this.#messages = [];
    this.#error = undefined;
    this.#call?.cancel();
    this.#deliver();
    return { done: true, value: undefined };
  }

  message(message: Uint8Array): void {
    this.#messages.push(message);
    this.#bytes += message.length;
    this.#deliver();
    if (this.#bytes < mostBytes && this.#messages.length < mostMessages) return;
    this.#isPaused = true;
    this.#call?.pause();
  }

  end(error: GrpcError | undefined, isCanceled: boolean): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#error = error;
    if (isCanceled) this.#messages = [];
    this.#deliver();
  }

  #deliver(): void {
    while (this.#consumers.length > 0 && (this.#messages.length > 0 || this.#isEnded)) {
      const consumer = this.#consumers.shift() as Consumer;
      const message = this.#messages.shift();
      if (message !== undefined) {
        this.#bytes -= message.length;
        consumer.resolve({ done: false, value: message });
      } else if (this.#error !== undefined) {
        consumer.reject(this.#error);
        this.#error = undefined;
      } else consumer.resolve({ done: true, value: undefined });
    }
    if (!this.#isPaused || this.#messages.length > 0) return;
    this.#isPaused = false;
    this.#call?.resume();
  }
}

interface Consumer {
  readonly resolve: (result: IteratorResult<Uint8Array, undefined>) => void;
  readonly reject: (error: GrpcError) => void;
}

/** The server is slowed down when this much waits for the consumer. */
const mostBytes = 256 * 1024;
const mostMessages = 64;
