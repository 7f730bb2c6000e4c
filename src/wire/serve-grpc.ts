import { createServer, type ServerHttp2Session } from "node:http2";
import type { GrpcTarget } from "./client-connection.js";
import { answerCall, type GrpcHandler } from "./server-call.js";
import { sessionOptions, widenWindow } from "./session-options.js";

/**
 * Starts a gRPC server. `methods` maps the path of each method, such as `/package.Service/Method`, to its handler. Rejects
 * if it cannot listen. Port 0 chooses a free port.
 */
export async function serveGrpc(
  methods: Readonly<Record<string, GrpcHandler>>,
  target: GrpcTarget,
  { maxMessageBytes = 256 * 1024 * 1024 }: ServerOptions = {},
): Promise<GrpcServer> {
  const server = createServer(sessionOptions);
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
    widenWindow(session);
  });
  // A lost connection is not an error of the server: the signals of its calls are aborted.
  server.on("sessionError", () => {});
  server.on("stream", (stream, headers) => {
    const method = headers[":path"] ?? "";
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
    answerCall({ stream, headers, method, handler, maxMessageBytes });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen("path" in target ? { path: target.path } : { ...target }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    target:
      "path" in target || address === null || typeof address === "string"
        ? target
        : { host: target.host, port: address.port },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
}

export interface ServerOptions {
  /** The length of the longest message that is accepted (default 256 MiB). */
  readonly maxMessageBytes?: number;
}

export interface GrpcServer {
  /** The address it listens on, with the chosen port. */
  readonly target: GrpcTarget;
  /** Closes all connections at once. Clients see `Unavailable`, and the signals of running handlers are aborted. */
  close(): Promise<void>;
}
