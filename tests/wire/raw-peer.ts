import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { preface, readFrame, settings, type Frame } from "./raw-frames.js";
import { listening, socketPath } from "./sockets.js";

/** A connection whose HTTP/2 frames the test writes and reads itself. */
export class RawPeer {
  readonly socket: Socket;
  readonly #frames: Frame[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #skipped: number;
  #wake = () => {};

  constructor(socket: Socket, skip: number) {
    this.socket = socket;
    this.#skipped = skip;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const bytes = Buffer.concat([this.#rest, chunk]);
      const skipped = Math.min(this.#skipped, bytes.length);
      this.#skipped -= skipped;
      this.#rest = bytes.subarray(skipped);
      for (let read = readFrame(this.#rest); read !== undefined; read = readFrame(this.#rest)) {
        this.#frames.push(read.frame);
        this.#rest = this.#rest.subarray(read.length);
      }
      this.#wake();
    });
  }

  send(...frames: readonly Uint8Array[]): void {
    this.socket.write(Buffer.concat(frames));
  }

  /** Waits for the next frame of a type, and of a stream if one is given. */
  async next(type: number, streamId?: number): Promise<Frame> {
    for (;;) {
      const index = this.#frames.findIndex(
        (each) => each.type === type && (streamId === undefined || each.streamId === streamId),
      );
      if (index !== -1) return this.#frames.splice(index, 1)[0] as Frame;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Whether a frame of a type has arrived that was not read yet. */
  has(type: number): boolean {
    return this.#frames.some((each) => each.type === type);
  }
}

/** A server that sends its settings, then does what the test says. Returns the path of its socket. */
export async function rawServer(
  serve: (peer: RawPeer, index: number) => Promise<void> | void,
  own: Uint8Array = settings(),
): Promise<string> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const peer = new RawPeer(socket, preface.length);
    peer.send(own);
    void serve(peer, connections++);
  });
  const path = socketPath();
  await listening(server, path);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return path;
}

/** A client of a socket that has sent its preface and settings. */
export async function rawClient(path: string, own: Uint8Array = settings()): Promise<RawPeer> {
  const socket = connect(path);
  onTestFinished(() => void socket.destroy());
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  const peer = new RawPeer(socket, 0);
  peer.send(preface, own);
  return peer;
}
