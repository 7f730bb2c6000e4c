import { lookup, type LookupAddress } from "node:dns";
import { request as requestPlainly, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestSecurely } from "node:https";
import type { LookupFunction } from "node:net";
import { rootCertificates } from "node:tls";
import type { ReadContext } from "../asset-options.js";
import { permitAddress, type AllowPrivate } from "./url-permission.js";

/** Sends one GET request and returns the response after its headers. The body has not been read yet. */
export function requestUrl(
  url: URL,
  reading: Pick<ReadContext, "allowPrivate" | "certificateAuthorities">,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? requestSecurely : requestPlainly;
  const options: RequestOptions & { ca?: string[] } = {
    headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": "coconut" },
    // A pooled connection would skip the address check.
    agent: false,
    signal,
    lookup: checkedLookup(reading.allowPrivate),
    ...trusted(reading.certificateAuthorities),
  };
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on("error", reject).end();
  });
}

/**
 * Resolves a host name and checks every address it has. The connection goes to a checked address, so a name that
 * resolves to another address a moment later has no effect (DNS rebinding).
 */
function checkedLookup(allowPrivate: AllowPrivate): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) return callback(error, "");
      try {
        for (const { address } of addresses) permitAddress(address, host, allowPrivate);
      } catch (refusal) {
        return callback(refusal as Error, "");
      }
      if (options.all === true) return callback(null, addresses);
      return callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

function trusted(authorities: readonly string[]): { ca?: string[] } {
  if (authorities.length === 0) return {};
  return { ca: [...rootCertificates, ...authorities] };
}
