import { fromBinary } from "@bufbuild/protobuf";
import { StdioDataSchema } from "./generated/plugin_pb.js";

/** A piece of the output of a provider's code. */
export interface StdioData {
  readonly stream: "stdout" | "stderr";
  readonly data: Uint8Array;
}

/** Decodes a message of the stream `/plugin.GRPCStdio/StreamStdio`. Throws if it is invalid. */
export function decodeStdioData(bytes: Uint8Array): StdioData {
  const { channel, data } = fromBinary(StdioDataSchema, bytes);
  return { stream: channel === 1 ? "stdout" : "stderr", data };
}
