import type { IncomingMessage } from "node:http";
import { systemTimeMs } from "../../../../std/timer.js";
import { retryAfterOf } from "./retry-delay.js";
import { isSafe, maySendTo, urlText } from "./safe-url.js";
import { sendRequest, type Headers } from "./send-request.js";
import type { StallGuard } from "./stall-guard.js";
import { WebError } from "./web-error.js";
import type { Web } from "./web.js";

/** A token, and the only host that it is sent to, with its port if that is not the default. */
export interface HostToken {
  readonly host: string;
  readonly token: string;
}

export interface Asked {
  readonly url: URL;
  readonly headers?: Headers;
  readonly token?: HostToken | undefined;
}

/** A successful response. Its URL differs from that of the request after a redirect. */
export interface Answer {
  readonly url: URL;
  readonly response: IncomingMessage;
}

/** Sends a request, follows its redirects, and returns the response; throws a WebError for any other status than 200 and 206. */
export async function openAnswer(asked: Asked, web: Web, guard: StallGuard): Promise<Answer> {
  let { url } = asked;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const headers = { ...asked.headers, ...authorization(url, asked.token) };
    const response = await sendRequest(url, headers, web, guard.signal);
    guard.arrived();
    const status = response.statusCode ?? 0;
    if (status === 200 || status === 206) return { url, response };
    response.destroy();
    if (!redirects.has(status)) throw statusError(url, response);
    url = redirectTarget(url, response.headers.location);
  }
  throw new WebError({
    kind: "redirect",
    url: asked.url,
    text: `It redirects more than ${mostRedirects} times.`,
  });
}

const mostRedirects = 10;
const redirects = new Set([301, 302, 303, 307, 308]);

/** The token of a host, if the URL is one of that host. Every redirect is checked again. */
function authorization(url: URL, given: HostToken | undefined): Headers {
  if (given === undefined || !isSafe(url) || url.host !== hostOf(given.host, url.protocol)) return {};
  return { authorization: `Bearer ${given.token}` };
}

/** Returns the host in the form of a URL with this protocol: lower case, without the default port. */
function hostOf(host: string, protocol: string): string | undefined {
  const text = `${protocol}//${host}/`;
  return URL.canParse(text) ? new URL(text).host : undefined;
}

function redirectTarget(from: URL, location: string | undefined): URL {
  const fail = (text: string) => new WebError({ kind: "redirect", url: from, text });
  if (location === undefined || !URL.canParse(location, from.href))
    throw fail("It redirects without a valid address.");
  const to = new URL(location, from.href);
  if (!maySendTo(to, from)) throw fail(`It redirects to ${urlText(to)}, which is not an https URL.`);
  return to;
}

function statusError(url: URL, response: IncomingMessage): WebError {
  const retryAfterMs = retryAfterOf(response.headers["retry-after"], systemTimeMs());
  return new WebError({ kind: "status", url, status: response.statusCode ?? 0, retryAfterMs });
}
