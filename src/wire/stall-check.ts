import type { ClientHttp2Session } from "node:http2";
import type { Socket } from "node:net";

/**
 * Notices that an HTTP/2 session of Node has stopped without an event. That happens when the peer breaks the rules of
 * HTTP/2: the session sends GOAWAY, then neither reads nor writes, and does not even notice the end of the connection.
 *
 * While the peer is silent it sends SETTINGS, which every peer accepts at any rate. A session that works writes them soon.
 */
export class StallCheck {
  readonly #session: ClientHttp2Session;
  readonly #socket: Socket;
  readonly #onStall: () => void;
  readonly #interval: NodeJS.Timeout;
  #bytesRead = -1;
  /** The bytes written before SETTINGS were submitted; undefined once they were written. */
  #bytesWritten: number | undefined;
  #isUnacknowledged = false;

  constructor({ session, socket, intervalMs, isQuiet, onStall }: StallCheckOptions) {
    this.#session = session;
    this.#socket = socket;
    this.#onStall = onStall;
    this.#interval = setInterval(() => {
      if (isQuiet() && !session.destroyed) this.#check();
      else this.#bytesWritten = undefined;
    }, intervalMs);
  }

  keepAlive(isWanted: boolean): void {
    if (isWanted) this.#interval.ref();
    else this.#interval.unref();
  }

  stop(): void {
    clearInterval(this.#interval);
  }

  #check(): void {
    const { bytesRead, bytesWritten } = this.#socket;
    if (bytesWritten === this.#bytesWritten) {
      this.#onStall();
      return;
    }
    this.#bytesWritten = undefined;
    if (bytesRead === this.#bytesRead && !this.#isUnacknowledged) {
      this.#bytesWritten = bytesWritten;
      this.#isUnacknowledged = true;
      this.#session.settings({}, () => {
        this.#isUnacknowledged = false;
      });
    }
    this.#bytesRead = bytesRead;
  }
}

export interface StallCheckOptions {
  readonly session: ClientHttp2Session;
  readonly socket: Socket;
  readonly intervalMs: number;
  /** Returns whether calls are open and their requests are written completely, so that nothing blocks SETTINGS. */
  readonly isQuiet: () => boolean;
  readonly onStall: () => void;
}
