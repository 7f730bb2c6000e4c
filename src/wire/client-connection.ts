import { connect as connectHttp2, type ClientHttp2Session } from "node:http2";
import { connect as connectSocket, type Socket } from "node:net";
import { errorText } from "../std/error-text.js";
import { quietTimer } from "../std/timer.js";
import type { ClientCall } from "./client-call.js";
import { GrpcError } from "./grpc-error.js";
import { GrpcStatus } from "./grpc-status.js";
import { sessionOptions, widenWindow } from "./session-options.js";
import { StallCheck } from "./stall-check.js";

/** One HTTP/2 connection of a client. It starts to connect when it is made. */
export class ClientConnection {
  readonly #name: string;
  readonly #owner: ConnectionOwner;
  readonly #socket: Socket;
  readonly #session: ClientHttp2Session;
  readonly #cancelTimer: () => void;
  readonly #stallCheck: StallCheck;
  readonly #calls = new Set<ClientCall>();
  /** The number of calls that the server permits at a time; 0 before it said so. */
  #limit = 0;
  #hasSettings = false;
  #isRetired = false;
  #isKeptAlive = true;

  constructor(target: GrpcTarget, stallCheckMs: number, owner: ConnectionOwner) {
    this.#name = "path" in target ? target.path : `${target.host}:${target.port}`;
    this.#owner = owner;
    this.#socket = connectSocket("path" in target ? { path: target.path } : { ...target, noDelay: true });
    // These listeners run before those of the session, which discards received data and hides the reason.
    this.#socket.on("error", (error) => this.#lose(error.message));
    this.#socket.on("close", () => this.#lose("the server closed it"));
    this.#session = connectHttp2("http://localhost", {
      ...sessionOptions,
      createConnection: () => this.#socket,
    });
    this.#session.on("connect", () => widenWindow(this.#session));
    this.#session.on("remoteSettings", ({ maxConcurrentStreams = Infinity }) => {
      this.#limit = maxConcurrentStreams;
      this.#hasSettings = true;
      this.#cancelTimer();
      this.#owner.onFree(this);
    });
    this.#session.on("goaway", this.#onGoaway);
    this.#session.on("error", (error) => this.#lose(error.message));
    this.#session.on("close", () => {
      this.#lose("it was closed");
      owner.onClosed(this);
    });
    this.#stallCheck = new StallCheck({
      session: this.#session,
      socket: this.#socket,
      intervalMs: stallCheckMs,
      isQuiet: () => this.isBusy && [...this.#calls].every((call) => call.isWritten),
      onStall: () => this.destroy("the server violated the rules of HTTP/2"),
    });
    this.#cancelTimer = quietTimer.after(connectTimeoutMs, () =>
      this.destroy(`no HTTP/2 server answered within ${connectTimeoutMs} ms`),
    );
  }

  get isFree(): boolean {
    return !this.#isRetired && this.#calls.size < this.#limit;
  }

  get isBusy(): boolean {
    return this.#calls.size > 0;
  }

  send(call: ClientCall): void {
    this.#calls.add(call);
    try {
      call.send(this.#session, () => {
        this.#calls.delete(call);
        this.#owner.onFree(this);
      });
    } catch (error) {
      this.#calls.delete(call);
      this.#retire(errorText(error));
      call.lose(this.#unavailable(errorText(error), false));
    }
  }

  /** Decides whether the connection keeps the process alive. */
  keepAlive(isWanted: boolean): void {
    if (isWanted === this.#isKeptAlive) return;
    this.#isKeptAlive = isWanted;
    this.#stallCheck.keepAlive(isWanted);
    if (isWanted) this.#socket.ref();
    else this.#socket.unref();
  }

  /** Closes the connection at once. Its calls end with `Unavailable`. */
  destroy(reason: string): void {
    this.#lose(reason);
    this.#session.destroy();
    // A peer that does not read would otherwise keep the socket open: the session wants to say goodbye first.
    setImmediate(() => this.#socket.destroy());
  }

  readonly #onGoaway = (code: number, lastStreamId: number, data?: Uint8Array): void => {
    const said = data === undefined ? "" : ` (${Buffer.from(data).toString("utf8")})`;
    const reason = `the server shut it down with the HTTP/2 error code ${code}${said}`;
    this.#retire(reason);
    for (const call of this.#calls)
      if ((call.streamId ?? Infinity) > lastStreamId) call.lose(this.#unavailable(reason, false));
    if (code === 0) return;
    // Node destroys the session now, with all its streams. Trailers that arrived before are still to be emitted.
    for (const call of this.#calls) call.drain();
    process.nextTick(() => this.#lose(reason));
  };

  #lose(reason: string): void {
    this.#cancelTimer();
    this.#stallCheck.stop();
    this.#retire(reason);
    for (const call of this.#calls) call.lose(this.#unavailable(reason, true));
  }

  #retire(reason: string): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#owner.onRetired(this, this.#unavailable(reason, false));
  }

  #unavailable(reason: string, wasSent: boolean): GrpcError {
    const what = this.#hasSettings ? "Lost the connection to" : "Cannot connect to";
    return new GrpcError(GrpcStatus.Unavailable, `${what} ${this.#name}: ${reason}.`, { wasSent });
  }
}

/** A Unix socket or a TCP port, without TLS. */
export type GrpcTarget = { readonly path: string } | { readonly host: string; readonly port: number };

export interface ConnectionOwner {
  /** The connection may be able to take another call. */
  onFree(connection: ClientConnection): void;
  /** The connection takes no more calls. Called once. Calls that wait for it were not sent. */
  onRetired(connection: ClientConnection, reason: GrpcError): void;
  /** The connection is gone. Called once, after `onRetired`. */
  onClosed(connection: ClientConnection): void;
}

const connectTimeoutMs = 20_000;
