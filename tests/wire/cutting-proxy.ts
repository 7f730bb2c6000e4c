import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listening, socketPath } from "./sockets.js";

/** The direction that is counted. */
export type Direction = "to server" | "to client";

/** `close` closes both connections, `end` only sends the end of the data to the receiver. */
export type Cut = "close" | "end";

export interface CuttingProxy {
  readonly path: string;
  /** The number of bytes that were passed on in the counted direction. */
  readonly passed: () => number;
}

/** A proxy to a socket that interrupts its connections after so many bytes in one direction. */
export async function cuttingProxy(
  target: string,
  direction: Direction,
  { after, cut = "close" }: { after: number; cut?: Cut },
): Promise<CuttingProxy> {
  const path = socketPath();
  let passed = 0;
  const server = createServer((client) => {
    const upstream = connect(target);
    const close = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on("error", close).on("close", close);
    const [from, to] = direction === "to server" ? [client, upstream] : [upstream, client];
    to.pipe(from, { end: false });
    pass(from, to);
    function pass(source: Socket, receiver: Socket): void {
      const interrupt = () => {
        source.removeAllListeners("data");
        source.resume();
        receiver.end(cut === "close" ? close : undefined);
      };
      if (after === 0) interrupt();
      else
        source.on("data", (chunk: Buffer) => {
          const part = chunk.subarray(0, after - passed);
          passed += part.length;
          receiver.write(part);
          if (passed >= after) interrupt();
        });
    }
  });
  await listening(server, path);
  onTestFinished(() => void server.close());
  return { path, passed: () => passed };
}
