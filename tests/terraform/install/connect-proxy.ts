import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";

/** A proxy for https on this machine. It connects every host to the same port of 127.0.0.1. */
export interface ConnectProxy {
  readonly host: string;
  /** The hosts that were asked for, each with the credentials. */
  readonly requests: readonly (readonly [host: string | undefined, credentials: string | undefined])[];
  close(): Promise<void>;
}

/** Starts a proxy that needs these credentials. */
export async function startConnectProxy(port: number, credentials: string): Promise<ConnectProxy> {
  const requests: [string | undefined, string | undefined][] = [];
  const server = createServer((_, response) => response.writeHead(400).end());
  const sockets = new Set<{ destroy(): void }>();
  server.on("connect", (request: IncomingMessage, socket) => {
    const [, pair = ""] = /^Basic (.*)$/.exec(request.headers["proxy-authorization"] ?? "") ?? [];
    const given = Buffer.from(pair, "base64").toString();
    requests.push([request.url, given]);
    if (given !== credentials) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const target = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    for (const each of [socket, target]) sockets.add(each.on("error", () => target.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
