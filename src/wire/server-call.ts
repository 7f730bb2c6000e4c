import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { errorText } from "../std/error-text.js";
import { quietTimer } from "../std/timer.js";
import { untilAborted } from "../std/until-aborted.js";
import { GrpcError, type Metadata } from "./grpc-error.js";
import { GrpcStatus } from "./grpc-status.js";
import { frameMessage, MessageReader } from "./message-reader.js";
import { isGrpcContent, metadataOf } from "./response-end.js";
import { statusTrailers } from "./status-trailers.js";
import { parseTimeout } from "./timeout-header.js";

/** Answers one call of a client. Never throws. */
export function answerCall({ stream, headers, method, handler, maxMessageBytes }: CallToAnswer): void {
  stream.on("error", () => {});
  if (headers[":method"] !== "POST" || !isGrpcContent(headers["content-type"])) {
    stream.respond({ ":status": 415 }, { endStream: true });
    return;
  }
  const call = new ServerCall(stream, headers);
  if (handler === undefined)
    call.end(new GrpcError(GrpcStatus.Unimplemented, `There is no method ${method}.`));
  else call.receive(handler, new MessageReader(maxMessageBytes));
}

/**
 * Answers a call with one message, or with any number of them. A thrown GrpcError is the status of the answer; any other
 * error becomes `Unknown` with its message.
 */
export type GrpcHandler = (
  request: Uint8Array,
  call: IncomingCall,
) => Uint8Array | Promise<Uint8Array> | AsyncIterable<Uint8Array>;

export interface IncomingCall {
  readonly metadata: Metadata;
  /** Aborted when the client cancels the call or is gone, and at the deadline. */
  readonly signal: AbortSignal;
  /** The time that the client grants, in milliseconds from the start of the call. */
  readonly deadlineMs?: number;
}

export interface CallToAnswer {
  readonly stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  readonly handler: GrpcHandler | undefined;
  readonly maxMessageBytes: number;
}

class ServerCall {
  readonly #stream: ServerHttp2Stream;
  readonly #metadata: Metadata;
  readonly #controller = new AbortController();
  readonly #deadlineMs: number | undefined;
  readonly #cancelTimer: (() => void) | undefined;
  #isEnded = false;
  #trailers: OutgoingHttpHeaders = {};

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders) {
    this.#stream = stream;
    this.#metadata = metadataOf(headers);
    stream.on("close", () =>
      this.#abort(new GrpcError(GrpcStatus.Canceled, "The client canceled the call.")),
    );
    const timeout = headers["grpc-timeout"];
    if (timeout === undefined) return;
    this.#deadlineMs = parseTimeout(String(timeout));
    if (this.#deadlineMs === undefined)
      this.end(new GrpcError(GrpcStatus.Internal, `Invalid grpc-timeout "${String(timeout)}".`));
    else
      this.#cancelTimer = quietTimer.after(this.#deadlineMs, () =>
        this.#abort(new GrpcError(GrpcStatus.DeadlineExceeded, "The deadline of the call has passed.")),
      );
  }

  receive(handler: GrpcHandler, reader: MessageReader): void {
    const messages: Uint8Array[] = [];
    this.#stream.on("data", (chunk: Uint8Array) => {
      if (this.#isEnded) return;
      try {
        reader.add(chunk);
        for (let message = reader.next(); message !== undefined; message = reader.next())
          messages.push(message);
      } catch (error) {
        this.end(error as GrpcError);
      }
    });
    this.#stream.on("end", () => {
      const [request] = messages;
      if (request !== undefined && messages.length === 1 && !reader.isInsideMessage)
        void this.#run(handler, request);
      else this.end(new GrpcError(GrpcStatus.Internal, "The request is not exactly one message."));
    });
  }

  /** Sends the status. Only the first one counts. */
  end(error?: GrpcError): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#cancelTimer?.();
    const stream = this.#stream;
    if (stream.closed || stream.destroyed) return;
    this.#trailers = statusTrailers(error);
    if (stream.headersSent) stream.end();
    else {
      stream.respond({ ...responseHead, ...this.#trailers }, { endStream: true });
      this.#releaseRequest();
    }
  }

  async #run(handler: GrpcHandler, request: Uint8Array): Promise<void> {
    if (this.#isEnded) return;
    const { signal } = this.#controller;
    try {
      const answer = handler(request, {
        metadata: this.#metadata,
        signal,
        ...(this.#deadlineMs !== undefined && { deadlineMs: this.#deadlineMs }),
      });
      if (Symbol.asyncIterator in answer)
        for await (const message of untilAborted(answer, signal)) await this.#send(message);
      else await this.#send(await answer);
      this.end();
    } catch (error) {
      this.end(error instanceof GrpcError ? error : unknownError(error));
    }
  }

  /** Waits while the client is slow. Does nothing after the end of the call. */
  async #send(message: Uint8Array): Promise<void> {
    const stream = this.#stream;
    if (this.#isEnded || stream.closed || stream.destroyed) return;
    if (!stream.headersSent) {
      stream.on("wantTrailers", () => {
        if (stream.closed || stream.destroyed) return;
        stream.sendTrailers(this.#trailers);
        this.#releaseRequest();
      });
      stream.respond(responseHead, { waitForTrailers: true });
    }
    let isReady = true;
    for (const part of frameMessage(message)) isReady = stream.write(part);
    if (!isReady) await drained(stream);
  }

  #abort(reason: GrpcError): void {
    if (this.#isEnded) return;
    this.end(reason);
    this.#controller.abort(reason);
  }

  /** Tells a client that is still sending its request to stop: the server no longer reads it. */
  #releaseRequest(): void {
    if (this.#stream.readableEnded) return;
    this.#stream.resume();
    // Node sends trailers in an immediate of its own, which must come first.
    setImmediate(() => this.#stream.close(noError));
  }
}

function drained(stream: ServerHttp2Stream): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("drain", done);
      stream.off("close", done);
      resolve();
    };
    stream.on("drain", done);
    stream.on("close", done);
    if (stream.destroyed) done();
  });
}

function unknownError(error: unknown): GrpcError {
  const message = error instanceof Error ? error.message : errorText(error);
  return new GrpcError(GrpcStatus.Unknown, message);
}

const responseHead = { ":status": 200, "content-type": "application/grpc" };
const noError = 0;
