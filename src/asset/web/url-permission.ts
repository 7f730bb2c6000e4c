import { isIP } from "node:net";
import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { isPrivateAddress } from "./private-address.js";
import { printUrl } from "./print-url.js";

/** Refuses a URL that may not be asked for, as far as the URL itself tells. Redirects pass here too. */
export function permitUrl(url: URL, allowPrivate: boolean | readonly string[]): void {
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new DiagnosticError(
      problem("asset/unsupported-scheme", {
        detail: `A redirect leads to ${printUrl(url)}, which has the scheme \`${url.protocol}\`.`,
        hint: "Use a URL that stays on `https:`.",
      }),
    );
  }
  if (mayBePrivate(url.hostname, allowPrivate)) return;
  if (url.protocol === "http:") {
    throw new DiagnosticError(
      problem("asset/insecure-url", {
        detail: `${printUrl(url)} is not encrypted, so anyone on the way could replace the content.`,
        hint: "Use `https:`. Or download the file into the project, and use its path.",
      }),
    );
  }
  if (isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0)
    permitAddress(url.hostname, url.hostname, allowPrivate);
}

/** Refuses an address that a host name resolved to. */
export function permitAddress(
  address: string,
  host: string,
  allowPrivate: boolean | readonly string[],
): void {
  if (mayBePrivate(host, allowPrivate) || !isPrivateAddress(address)) return;
  const detail =
    address === host
      ? `${address} is not an address of the public internet.`
      : `The host ${host} has the address ${address}, which is not one of the public internet.`;
  throw new DiagnosticError(
    problem("asset/private-address", {
      detail,
      hint: "Download the file into the project, and use its path.",
    }),
  );
}

function mayBePrivate(host: string, allowPrivate: boolean | readonly string[]): boolean {
  return typeof allowPrivate === "boolean" ? allowPrivate : allowPrivate.includes(host);
}
