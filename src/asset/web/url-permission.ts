import { isIP } from "node:net";
import { DiagnosticError, type AssetSources } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { isPrivateAddress } from "./private-address.js";

export type AllowPrivate = NonNullable<AssetSources["allowPrivate"]>;

/**
 * What the answer of an address may lead to. Who allows all private hosts means those that the program names: a server on
 * the public internet must not choose which of them is asked. It may lead to hosts that are allowed by name.
 */
export function allowedAfter(
  from: { readonly url: URL; readonly address: string | undefined },
  allowPrivate: AllowPrivate,
): AllowPrivate {
  const isPublic = from.address === undefined || !isPrivateAddress(from.address);
  return allowPrivate === true && from.url.protocol === "https:" && isPublic ? false : allowPrivate;
}

/** Refuses a URL that may not be asked for, as far as the URL itself tells. Redirects pass here too. */
export function permitUrl(url: URL, allowPrivate: AllowPrivate): void {
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
        hint: `Use \`https:\`, or download the file into the project and use its path. ${howToAllow(url.hostname)}`,
      }),
    );
  }
  if (isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0)
    permitAddress(url.hostname, url.hostname, allowPrivate);
}

/** Refuses an address that a host name resolved to. */
export function permitAddress(address: string, host: string, allowPrivate: AllowPrivate): void {
  if (mayBePrivate(host, allowPrivate) || !isPrivateAddress(address)) return;
  const detail =
    address === host
      ? `${address} is not an address of the public internet.`
      : `The host ${host} has the address ${address}, which is not one of the public internet.`;
  throw new DiagnosticError(
    problem("asset/private-address", {
      detail,
      hint: `Download the file into the project and use its path. ${howToAllow(host)}`,
    }),
  );
}

function howToAllow(host: string): string {
  const allowed = JSON.stringify(host.replace(/^\[|\]$/g, ""));
  return `If you trust the host and the way to it, allow it in coconut.json, or with the same option of stack():\n    "assets": { "allowPrivate": [${allowed}] }`;
}

function mayBePrivate(host: string, allowPrivate: AllowPrivate): boolean {
  return typeof allowPrivate === "boolean"
    ? allowPrivate
    : allowPrivate.some((each) => hostOf(each) === host);
}

/** As a URL has it: in lower case, international names in ASCII, an IPv6 address in brackets. */
function hostOf(name: string): string | undefined {
  const isAddress = isIP(name) === 6;
  const text = `http://${isAddress ? `[${name}]` : name}/`;
  if ((!isAddress && /[/\\:@?#]/.test(name)) || !URL.canParse(text)) return undefined;
  return new URL(text).hostname;
}

/** A URL without what may be a secret: user, password, and the query, which carries the signature of signed URLs. */
export function printUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search === "" ? "" : "?…"}`;
}

/** The same for what should be a URL and is not. */
export function printUrlText(text: string): string {
  return text.replace(/\/\/[^/]*@/, "//").replace(/\?.*$/s, "?…");
}
