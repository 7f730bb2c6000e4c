import { DiagnosticError, type AssetSources } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { isPrivateAddress } from "./private-address.js";

export type AllowPrivate = NonNullable<AssetSources["allowPrivate"]>;

/**
 * Returns the permissions for a redirect from an address. Allowing all private hosts means those that the program
 * names: a server on the public internet must not choose one of them. It may redirect to hosts that are allowed by
 * name.
 */
export function allowedAfter(
  from: { readonly url: URL; readonly address: string | undefined },
  allowPrivate: AllowPrivate,
): AllowPrivate {
  const isPublic = from.address === undefined || !isPrivateAddress(from.address);
  return allowPrivate === true && from.url.protocol === "https:" && isPublic ? false : allowPrivate;
}

/** Throws if a URL is not permitted, as far as the URL itself tells. Redirects are checked too. */
export function permitUrl(url: URL, allowPrivate: AllowPrivate): void {
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new DiagnosticError(
      problem("asset/unsupported-scheme", {
        detail: `A redirect points to ${printUrl(url)}, which has the unsupported scheme \`${url.protocol}\`.`,
        hint: "Use a URL that redirects only to `https:` URLs.",
      }),
    );
  }
  if (mayBePrivate(url.hostname, allowPrivate)) return;
  if (url.protocol === "http:") {
    throw new DiagnosticError(
      problem("asset/insecure-url", {
        detail: `${printUrl(url)} is not encrypted: anyone on the network path could replace the content.`,
        hint: `Use \`https:\`, or download the file into the project and use its path. ${howToAllow(url.hostname)}`,
      }),
    );
  }
  if (isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0)
    permitAddress(url.hostname, url.hostname, allowPrivate);
}

/** Throws if the address of a host is not permitted. */
export function permitAddress(address: string, host: string, allowPrivate: AllowPrivate): void {
  if (mayBePrivate(host, allowPrivate) || !isPrivateAddress(address)) return;
  const detail =
    address === host
      ? `${address} is not a public internet address.`
      : `The host ${host} has the address ${address}, which is not a public internet address.`;
  throw new DiagnosticError(
    problem("asset/private-address", {
      detail,
      hint: `Download the file into the project and use its path. ${howToAllow(host)}`,
    }),
  );
}

function howToAllow(host: string): string {
  const allowed = JSON.stringify(host.replace(/^\[|\]$/g, ""));
  return `If you trust the host and the network path to it, allow it in coconut.json, or with the same option of stack():\n    "assets": { "allowPrivate": [${allowed}] }`;
}

function mayBePrivate(host: string, allowPrivate: AllowPrivate): boolean {
  return typeof allowPrivate === "boolean"
    ? allowPrivate
    : allowPrivate.some((each) => hostOf(each) === host);
}

/** Returns the host in the form of a URL: lower case, international names in ASCII, an IPv6 address in brackets. */
function hostOf(name: string): string | undefined {
  const isAddress = isIP(name) === 6;
  const text = `http://${isAddress ? `[${name}]` : name}/`;
  if ((!isAddress && /[/\\:@?#]/.test(name)) || !URL.canParse(text)) return undefined;
  return new URL(text).hostname;
}

function isIP(text: string): number {
  // Loaded on use: most programs use no URLs.
  return process.getBuiltinModule("node:net").isIP(text);
}

/** Prints a URL without the parts that may be secret: user, password, and the query, which contains signatures. */
export function printUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search === "" ? "" : "?…"}`;
}

/** Prints text that should be a URL but is not, without the parts that may be secret. */
export function printUrlText(text: string): string {
  return text.replace(/\/\/[^/]*@/, "//").replace(/\?.*$/s, "?…");
}
