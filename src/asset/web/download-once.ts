import type { IncomingMessage } from "node:http";
import { DiagnosticError, isDiagnosticError } from "../../model/index.js";
import type { ReadContext } from "../asset-options.js";
import { problem } from "../diagnostics.js";
import { allowedAfter, permitUrl, printUrl } from "./url-permission.js";
import { requestUrl } from "./request-url.js";

/** Returns the content of an `https:` or permitted `http:` URL, after a limited number of redirects. */
export async function downloadOnce(url: URL, reading: ReadContext): Promise<Uint8Array> {
  reading.signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(reading.timeoutMs);
  const signal = reading.signal === undefined ? timeout : AbortSignal.any([reading.signal, timeout]);
  try {
    let at = url;
    let { allowPrivate } = reading;
    for (let hop = 0; hop <= maxRedirects; hop++) {
      permitUrl(at, allowPrivate);
      const response = await requestUrl(at, { ...reading, allowPrivate }, signal);
      const next = redirectTarget(response, at);
      if (next === undefined) return await bodyOf(response, at, reading.limits.bytes);
      allowPrivate = allowedAfter({ url: at, address: response.socket.remoteAddress }, reading.allowPrivate);
      response.destroy();
      at = next;
    }
  } catch (error) {
    reading.signal?.throwIfAborted();
    if (isDiagnosticError(error)) throw error;
    throw timeout.aborted ? timedOut(url, reading.timeoutMs) : failed(url, error);
  }
  throw new DiagnosticError(
    problem("asset/too-many-redirects", {
      detail: `${printUrl(url)} redirected more than ${maxRedirects} times.`,
      hint: "Use the final URL directly.",
    }),
  );
}

const maxRedirects = 5;

function redirectTarget(response: IncomingMessage, at: URL): URL | undefined {
  const { location } = response.headers;
  if (location === undefined || ![301, 302, 303, 307, 308].includes(response.statusCode ?? 0))
    return undefined;
  if (URL.canParse(location, at.href)) return new URL(location, at.href);
  response.destroy();
  throw unexpected(at, "redirected to an invalid URL");
}

async function bodyOf(response: IncomingMessage, at: URL, limit: number): Promise<Uint8Array> {
  try {
    checkAnswer(response, at);
    const chunks: Uint8Array[] = [];
    let total = 0;
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      total += chunk.length;
      if (total > limit) throw tooLarge(at, limit);
      chunks.push(chunk);
    }
    const whole = Buffer.concat(chunks);
    return new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength);
  } finally {
    response.destroy();
  }
}

function checkAnswer(response: IncomingMessage, at: URL): void {
  if (response.statusCode !== 200) throw unexpected(at, `returned status ${response.statusCode}`);
  const encoding = response.headers["content-encoding"] ?? "identity";
  // Some servers label a stored `.tar.gz` as an encoded `.tar`. Its bytes are still those of the file.
  const stored = /^(x-)?gzip$/i.test(encoding) && /gz$/i.test(at.pathname);
  if (encoding.toLowerCase() !== "identity" && !stored) {
    throw unexpected(
      at,
      `returned content encoded as ${JSON.stringify(encoding)}, although the request asked for plain bytes`,
    );
  }
}

function unexpected(at: URL, what: string): DiagnosticError {
  return new DiagnosticError(
    problem("asset/unexpected-answer", {
      detail: `The server of ${printUrl(at)} ${what}.`,
      hint: "Open the URL in a browser to check that it exists and needs no login.",
    }),
  );
}

function tooLarge(at: URL, limit: number): DiagnosticError {
  return new DiagnosticError(
    problem("asset/too-large", {
      detail: `${printUrl(at)} has more than ${limit} bytes, which is the limit.`,
      hint: "Use a smaller file, or split it.",
    }),
  );
}

function timedOut(url: URL, timeoutMs: number): DiagnosticError {
  return new DiagnosticError(
    problem("asset/timed-out", {
      detail: `${printUrl(url)} was not downloaded within ${timeoutMs} ms.`,
      hint: "Check the network and run again. If the file is large, download it first and use its path.",
    }),
  );
}

function failed(url: URL, error: unknown): DiagnosticError {
  const { code, message } = error as { code?: string; message?: string };
  const certificate = /CERT|ISSUER|SIGNATURE|ALTNAME/.test(code ?? "");
  return new DiagnosticError(
    problem("asset/download-failed", {
      detail: `Cannot download ${printUrl(url)}: ${message === undefined || message === "" ? code : message}.`,
      hint: certificate
        ? "If your own certificate authority issued the server's certificate, set NODE_EXTRA_CA_CERTS to the authority's PEM file."
        : "Check the host name and the network, then run again.",
    }),
  );
}
