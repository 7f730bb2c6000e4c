import type { GrpcError } from "./grpc-error.js";
import { GrpcStatus } from "./grpc-status.js";
import { isMetadata } from "./response-end.js";
import { encodeStatusMessage } from "./status-message.js";

/**
 * Returns the trailers that end a call with an error, or with `Ok`. A long message is shortened and long details are left
 * out: peers reject headers of more than 64 KiB, and some lose the whole connection.
 */
export function statusTrailers(error: GrpcError | undefined): Record<string, string> {
  if (error === undefined) return { "grpc-status": String(GrpcStatus.Ok) };
  const details = error.details === undefined ? "" : Buffer.from(error.details).toString("base64");
  return {
    ...Object.fromEntries(Object.entries(error.metadata).filter(isMetadata)),
    "grpc-status": String(error.code),
    ...(error.message !== "" && { "grpc-message": shortened(error.message) }),
    ...(details !== "" && details.length <= longestDetails && { "grpc-status-details-bin": details }),
  };
}

function shortened(text: string): string {
  const encoded = encodeStatusMessage(text.slice(0, longestMessage));
  return text.length <= longestMessage && encoded.length <= longestMessage
    ? encoded
    : `${encodeStatusMessage(text.slice(0, longestMessage / longestEscape))}...`;
}

/** The characters of the header for one of the text: three bytes of UTF-8, each as `%E2`. */
const longestEscape = 9;
const longestMessage = 9 * 2000;
const longestDetails = 40 * 1024;
