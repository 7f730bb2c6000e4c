import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from "node:http2";
import { elapsedMs, quietTimer } from "../std/timer.js";
import { GrpcError, type Metadata } from "./grpc-error.js";
import { GrpcStatus, statusOfReset } from "./grpc-status.js";
import { frameMessage, MessageReader } from "./message-reader.js";
import { isMetadata, refusedResponse, responseEnd, type ResponseHeaders } from "./response-end.js";
import { formatTimeout } from "./timeout-header.js";

/** One call of a client, from its start to its result. It may wait for a connection before it is sent. */
export class ClientCall {
  readonly #request: CallRequest;
  readonly #receiver: CallReceiver;
  readonly #reader: MessageReader;
  readonly #deadline: number;
  readonly #cancelTimer: (() => void) | undefined;
  #session: ClientHttp2Session | undefined;
  #stream: ClientHttp2Stream | undefined;
  #streamError: string | undefined;
  #head: ResponseHeaders | undefined;
  #trailers: IncomingHttpHeaders | undefined;
  #isFinished = false;
  /** Called when the call has its result. */
  onFinish: () => void = () => {};

  constructor(request: CallRequest, receiver: CallReceiver) {
    this.#request = request;
    this.#receiver = receiver;
    this.#reader = new MessageReader(request.maxMessageBytes);
    const { signal, deadlineMs = Infinity } = request.options;
    this.#deadline = elapsedMs() + deadlineMs;
    this.#cancelTimer =
      deadlineMs === Infinity ? undefined : quietTimer.after(Math.max(deadlineMs, 0), this.#expire);
    signal?.addEventListener("abort", this.cancel);
    const fault = callFault(request);
    if (fault !== undefined) this.#finish(fault);
    else if (signal?.aborted === true) this.cancel();
    else if (deadlineMs <= 0) this.#expire();
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Sends the request. Calls `onClose` when the stream is gone; its place is then free for another call. */
  send(session: ClientHttp2Session, onClose: () => void): void {
    const { method, message, options } = this.#request;
    const stream = session.request({
      ":method": "POST",
      ":path": method,
      "content-type": "application/grpc",
      te: "trailers",
      ...(this.#deadline !== Infinity && { "grpc-timeout": formatTimeout(this.#deadline - elapsedMs()) }),
      ...options.metadata,
    });
    this.#session = session;
    this.#stream = stream;
    stream.on("response", this.#onResponse);
    stream.on("trailers", this.#onTrailers);
    stream.on("data", this.#onData);
    stream.on("end", this.#onEnd);
    stream.on("error", (error) => {
      this.#streamError = error.message;
    });
    stream.on("close", () => {
      onClose();
      this.#onEnd();
    });
    for (const part of frameMessage(message)) stream.write(part);
    stream.end();
  }

  /** The identifier of its HTTP/2 stream; undefined before the request is sent. */
  get streamId(): number | undefined {
    return this.#stream?.id;
  }

  /** True if the whole request was written to the connection. */
  get isWritten(): boolean {
    return this.#stream?.writableFinished === true;
  }

  pause(): void {
    this.#stream?.pause();
  }

  resume(): void {
    this.#stream?.resume();
  }

  /** Takes all received data, even if the caller has not asked for it. Node discards it with the connection. */
  drain(): void {
    while (this.#stream !== undefined && !this.#stream.destroyed && this.#stream.read() !== null);
  }

  /** Ends the call because its connection is gone, unless the complete response has arrived. */
  lose(error: GrpcError): void {
    if (this.#isFinished) return;
    this.drain();
    if (this.#trailers !== undefined) this.#finishResponse();
    else this.#finish(error);
  }

  /** Ends the call with `Canceled` and tells the server. */
  readonly cancel = (): void => {
    this.#giveUp(GrpcStatus.Canceled, "The call was canceled.");
  };

  readonly #expire = (): void => {
    const { deadlineMs } = this.#request.options;
    this.#giveUp(GrpcStatus.DeadlineExceeded, `The call did not finish within ${deadlineMs} ms.`);
  };

  readonly #onResponse = (head: ResponseHeaders, flags: number): void => {
    this.#head = head;
    if ((flags & endStream) !== 0) {
      this.#trailers = head;
      this.#finishResponse();
      return;
    }
    const refusal = refusedResponse(head);
    if (refusal !== undefined) this.#finish(refusal);
  };

  readonly #onTrailers = (trailers: IncomingHttpHeaders): void => {
    this.#trailers = trailers;
    // Otherwise the caller has to consume the rest first.
    if (this.#stream?.readableLength === 0) this.#finishResponse();
  };

  readonly #onData = (chunk: Uint8Array): void => {
    if (this.#isFinished) return;
    try {
      this.#reader.add(chunk);
      for (let message = this.#reader.next(); message !== undefined; message = this.#reader.next())
        this.#receiver.message(message);
    } catch (error) {
      this.#finish(error as GrpcError);
    }
  };

  /** Also called when the stream was reset, or destroyed with its session. */
  readonly #onEnd = (): void => {
    const { rstCode = 0 } = this.#stream ?? {};
    const isResponse = this.#head !== undefined && rstCode === 0;
    if (this.#trailers !== undefined || (isResponse && !this.#isLost)) this.#finishResponse();
    else this.#finish(this.#isLost ? this.#lossError() : this.#resetError(rstCode));
  };

  get #isLost(): boolean {
    return this.#session?.destroyed === true;
  }

  #lossError(): GrpcError {
    const reason = this.#streamError ?? "the session was closed";
    return new GrpcError(GrpcStatus.Unavailable, `Lost the connection: ${reason}.`);
  }

  #resetError(errorCode: number): GrpcError {
    const hasExpired = errorCode === cancelCode && elapsedMs() >= this.#deadline;
    const code = hasExpired ? GrpcStatus.DeadlineExceeded : statusOfReset(errorCode);
    const message = `The server ended the stream with the HTTP/2 error code ${errorCode}.`;
    const isRefused = errorCode === refusedCode && this.#head === undefined;
    return new GrpcError(code, message, { wasSent: !isRefused });
  }

  #finishResponse(): void {
    const error = responseEnd(this.#head ?? {}, this.#trailers);
    const isHalf = error === undefined && this.#reader.isInsideMessage;
    this.#finish(isHalf ? new GrpcError(GrpcStatus.Internal, "The response ended inside a message.") : error);
  }

  #giveUp(code: GrpcStatus, message: string): void {
    this.#finish(new GrpcError(code, message, { wasSent: this.#stream !== undefined }), true);
  }

  #finish(error: GrpcError | undefined, isCanceled = false): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#cancelTimer?.();
    this.#request.options.signal?.removeEventListener("abort", this.cancel);
    const stream = this.#stream;
    const isComplete = this.#trailers !== undefined && stream?.writableFinished === true;
    if (stream !== undefined && !stream.closed && !isComplete) stream.close(cancelCode);
    this.#receiver.end(error, isCanceled);
    this.onFinish();
  }
}

export interface CallOptions {
  /** Cancels the call: it ends with `Canceled`, and the server is told. */
  readonly signal?: AbortSignal;
  /** The time in milliseconds after which the call ends with `DeadlineExceeded`. The server is told. */
  readonly deadlineMs?: number;
  readonly metadata?: Metadata;
}

/** Takes the results of a call. `end` is called once, and nothing is called after it. */
export interface CallReceiver {
  message(message: Uint8Array): void;
  /** `isCanceled`: the caller gave up, so messages that still wait for it are obsolete. */
  end(error: GrpcError | undefined, isCanceled: boolean): void;
}

export interface CallRequest {
  readonly method: string;
  readonly message: Uint8Array;
  readonly options: CallOptions;
  readonly maxMessageBytes: number;
}

/** Node would destroy the whole connection for an invalid header name. */
function callFault({ method, options }: CallRequest): GrpcError | undefined {
  const metadata = Object.entries(options.metadata ?? {});
  const invalid = metadata.find((entry) => !isMetadata(entry))?.[0];
  const length = metadata.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const fault = !/^\/[!-~]+$/.test(method)
    ? `"${method}" is not the path of a method.`
    : invalid !== undefined
      ? `The metadata "${invalid}" has a reserved or invalid name, or a value that is not printable ASCII.`
      : length > longestMetadata
        ? `The metadata has ${length} characters, more than ${longestMetadata}.`
        : undefined;
  return fault === undefined ? undefined : new GrpcError(GrpcStatus.Internal, fault, { wasSent: false });
}

/** Node cannot send headers of more than 64 KiB. */
const longestMetadata = 48 * 1024;
/** The flag END_STREAM of a frame. */
const endStream = 1;
const refusedCode = 7;
const cancelCode = 8;
