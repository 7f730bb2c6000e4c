import { lookup, type LookupAddress } from "node:dns";
import { request as requestPlainly, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestSecurely } from "node:https";
import type { LookupFunction } from "node:net";
import { rootCertificates } from "node:tls";
import type { ReadContext } from "../asset-options.js";
import { permitAddress, type AllowPrivate } from "./url-permission.js";

/** One GET, answered with its headers; the body is still to be read. */
export function requestUrl(
  url: URL,
  reading: Pick<ReadContext, "allowPrivate" | "certificateAuthorities">,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? requestSecurely : requestPlainly;
  const options: RequestOptions & { ca?: string[] } = {
    headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": "coconut" },
    // A pooled connection would skip the check of addresses.
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
 * Resolves a host name and checks every address it has. The connection is made to what was checked, so a name
 * that resolves to something else a moment later gains nothing.
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
