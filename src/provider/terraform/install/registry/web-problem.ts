import { DiagnosticError } from "../../../../model/index.js";
import { counted } from "../../../../std/counted.js";
import { durationText } from "../../../../std/duration-text.js";
import { printable } from "../../../../std/printable.js";
import { tokenVariable } from "./host-token.js";
import { problem } from "./diagnostics.js";
import { mayPass, mostAttempts, urlText, WebError, type WebFailure } from "../web/index.js";

/** Runs requests. A request that fails becomes a diagnostic. */
export async function withWebProblems<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof WebError ? webProblem(error.failure) : error;
  }
}

/** Returns the diagnostic for a request that failed. */
export function webProblem(failure: WebFailure): DiagnosticError {
  return new DiagnosticError(
    problem("provider/terraform-download", { detail: detailOf(failure), hint: hintOf(failure) }),
  );
}

function detailOf(failure: WebFailure): string {
  const url = urlText(failure.url);
  switch (failure.kind) {
    case "connection":
      return `Cannot connect to ${url}: ${printable(failure.text)}.`;
    case "proxy":
      return `Cannot connect to ${url} through the proxy ${failure.proxy.origin}: ${printable(failure.text)}.`;
    case "interrupted":
      return `The connection was closed repeatedly during the download of ${url}, last after ${receivedText(failure)}.`;
    case "stalled":
      return `${url} sent no data for ${durationText(failure.stallMs)}.`;
    case "status":
      return `The server of ${url} returned status ${failure.status}${waitText(failure)}.`;
    case "redirect":
      return `${url} cannot be used. ${failure.text}`;
    case "insecure":
      return `${url} is not an https URL: anyone on the network path could read and replace what is sent.`;
    case "too-large":
      return `${url} has more than ${failure.limit} bytes, which is the maximum.`;
  }
}

function receivedText({
  received,
  total,
}: {
  readonly received: number;
  readonly total: number | undefined;
}) {
  return total === undefined ? counted(received, "byte") : `${received} of ${counted(total, "byte")}`;
}

function waitText(failure: WebFailure & { readonly kind: "status" }): string {
  if (failure.retryAfterMs !== undefined) return ` and asks to wait ${durationText(failure.retryAfterMs)}`;
  return mayPass(failure) ? `, ${mostAttempts} times` : "";
}

function hintOf(failure: WebFailure): string {
  switch (failure.kind) {
    case "connection":
      return isAboutCertificate(failure.code) ? certificateHint : networkHint;
    case "proxy":
      return "Check HTTPS_PROXY. To connect to this host without a proxy, add it to NO_PROXY.";
    case "interrupted":
    case "stalled":
      return "Check the network, then run the command again.";
    case "status":
      return statusHint(failure);
    case "redirect":
    case "too-large":
      return "Report it to the operator of the server.";
    case "insecure":
      return "Use an https URL. An http URL may only name this machine, such as http://127.0.0.1:8080.";
  }
}

function statusHint({ status, url }: WebFailure & { readonly kind: "status" }): string {
  if (status === 401 || status === 403)
    return `Set ${tokenVariable(url.host)} to a token for ${url.host}, or add it to the credentials of the command-line configuration.`;
  if (status === 404 || status === 410) return "Check the provider's name and version.";
  return "Run the command again later. If the status stays the same, report it to the operator of the server.";
}

function isAboutCertificate(code: string | undefined): boolean {
  return /CERT|ISSUER|SIGNATURE|ALTNAME/.test(code ?? "");
}

const certificateHint =
  "If your own certificate authority issued the server's certificate, set NODE_EXTRA_CA_CERTS to the authority's PEM file.";
const networkHint =
  "Check the host name and the network, then run the command again. If a proxy is required, set HTTPS_PROXY to its URL.";
