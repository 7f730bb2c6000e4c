import { request as requestPlainly, type RequestOptions } from "node:http";
import { request as requestSecurely } from "node:https";
import type { Duplex } from "node:stream";
import { errorText } from "../../../../std/error-text.js";
import { WebError } from "./web-error.js";

/** Asks a proxy for a connection to the host of a URL, and returns it. */
export function openTunnel(proxy: URL, url: URL, signal: AbortSignal): Promise<Duplex> {
  const request = proxy.protocol === "https:" ? requestSecurely : requestPlainly;
  const target = `${url.hostname}:${url.port === "" ? "443" : url.port}`;
  const options: RequestOptions = {
    method: "CONNECT",
    path: target,
    headers: { host: target, ...credentialsOf(proxy) },
    agent: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    const fail = (text: string, cause?: unknown) =>
      reject(new WebError({ kind: "proxy", url, proxy, text }, cause));
    request(new URL("/", proxy.origin), options)
      .on("connect", (response, socket) => {
        if (response.statusCode === 200) return resolve(socket);
        socket.destroy();
        fail(`It returned status ${response.statusCode}`);
      })
      .on("response", (response) => {
        response.destroy();
        fail(`It returned status ${response.statusCode}`);
      })
      .on("error", (error) => fail(errorText(error), error))
      .end();
  });
}

function credentialsOf({ username, password }: URL): { readonly "proxy-authorization"?: string } {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}
