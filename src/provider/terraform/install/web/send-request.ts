import { request as requestPlainly, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestSecurely } from "node:https";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { connect } from "node:tls";
import { openTunnel } from "./open-tunnel.js";
import { proxyFor } from "./proxy-for.js";
import type { Web } from "./web.js";

export type Headers = Readonly<Record<string, string>>;

/** Sends one GET request and returns the response after its headers. The body has not been read yet. */
export async function sendRequest(
  url: URL,
  headers: Headers,
  web: Web,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const proxy = proxyFor(url, web.environment);
  const tunnel = proxy === undefined ? undefined : await openTunnel(proxy, url, signal);
  const request = url.protocol === "https:" ? requestSecurely : requestPlainly;
  const options: RequestOptions = {
    headers: { "accept-encoding": "identity", "user-agent": "coconut", ...headers },
    signal,
    ...(tunnel === undefined ? {} : { createConnection: () => encrypted(tunnel, url) }),
  };
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on("error", reject).end();
  });
}

/** The certificate is checked against the host of the URL, as without a proxy. */
function encrypted(tunnel: Duplex, { hostname }: URL) {
  const host = hostname.replace(/^\[|\]$/g, "");
  return connect({ socket: tunnel, host, ...(isIP(host) === 0 ? { servername: host } : {}) });
}
