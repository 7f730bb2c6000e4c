import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";

const certificate = (name: string) =>
  readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), "utf8");

/** What a client has to trust to talk to the server below. */
export const testAuthority = certificate("authority");

export interface LoopbackServer extends AsyncDisposable {
  readonly port: number;
  /** The paths that were asked for. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

export async function loopbackServer(
  answer: RequestListener,
  scheme: "https" | "http" = "https",
): Promise<LoopbackServer> {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request.url ?? "");
    answer(request, response);
  };
  const server =
    scheme === "http"
      ? createHttpServer(listener)
      : createHttpsServer({ key: certificate("server-key"), cert: certificate("server") }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: (server.address() as AddressInfo).port, requests, close, [Symbol.asyncDispose]: close };
}
