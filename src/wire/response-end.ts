import type { IncomingHttpHeaders, IncomingHttpStatusHeader } from "node:http2";
import { GrpcError, type Metadata } from "./grpc-error.js";
import { GrpcStatus, grpcStatusName, parseGrpcStatus, statusOfHttp } from "./grpc-status.js";
import { decodeStatusMessage } from "./status-message.js";

/**
 * Returns the error that a response ends with; undefined if its status is `Ok`. `trailers` is the last block of headers,
 * which is the first one if the response has no body. It is undefined if the response ended without trailers.
 */
export function responseEnd(
  head: ResponseHeaders,
  trailers: IncomingHttpHeaders | undefined,
): GrpcError | undefined {
  const status = trailers?.["grpc-status"];
  if (trailers === undefined || status === undefined) {
    const refusal = refusedResponse(head);
    return refusal ?? new GrpcError(GrpcStatus.Unknown, "The server ended the response without a status.");
  }
  const code = parseGrpcStatus(String(status));
  if (code === GrpcStatus.Ok) return undefined;
  const details = trailers["grpc-status-details-bin"];
  const said = decodeStatusMessage(String(trailers["grpc-message"] ?? ""));
  return new GrpcError(code, said === "" ? `The server answered ${grpcStatusName(code)}.` : said, {
    ...(details !== undefined && { details: new Uint8Array(Buffer.from(String(details), "base64")) }),
    metadata: { ...metadataOf(head), ...metadataOf(trailers) },
    isAnswer: true,
  });
}

/** Returns the error for a response that is not gRPC, by its first headers; undefined if they are correct. */
export function refusedResponse(head: ResponseHeaders): GrpcError | undefined {
  const status = Number(head[":status"]);
  const type = head["content-type"];
  if (status === 200 && isGrpcContent(type)) return undefined;
  const said = isGrpcContent(type) ? "" : ` and the content type ${type ?? "(none)"}`;
  return new GrpcError(statusOfHttp(status), `The server answered with HTTP status ${status}${said}.`);
}

export type ResponseHeaders = IncomingHttpHeaders & IncomingHttpStatusHeader;

export function isGrpcContent(type: string | undefined): boolean {
  return type !== undefined && /^application\/grpc(?:[+;]|$)/.test(type);
}

/** Returns the headers that are not part of HTTP/2 or gRPC. */
export function metadataOf(headers: IncomingHttpHeaders): Metadata {
  const metadata: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !isReservedHeader(name))
      metadata[name] = Array.isArray(value) ? value.join(", ") : value;
  return metadata;
}

/** True for an entry that can be sent as metadata: the name is valid and free, and the value is printable ASCII. */
export function isMetadata([name, value]: readonly [string, string]): boolean {
  return !isReservedHeader(name) && /^[0-9a-z_.-]+$/.test(name) && /^[ -~]*$/.test(value);
}

function isReservedHeader(name: string): boolean {
  return name.startsWith(":") || name.startsWith("grpc-") || reserved.has(name);
}

const reserved = new Set(["content-type", "content-length", "te", "user-agent", "date", "host"]);
