import { LineReader } from "../../../std/line-reader.js";
import type { GrpcClient } from "../../../wire/index.js";
import { decodeStdioData } from "../protocol/index.js";

/**
 * Passes on each line that the code of a provider prints. After the handshake, go-plugin sends this output through a stream, and a
 * provider that prints blocks until it is read. Old providers do not have the stream. Ends with the connection, and never fails.
 */
export async function followStdio(client: GrpcClient, onLine: (line: string) => void): Promise<void> {
  const readers = { stdout: readerOf(onLine), stderr: readerOf(onLine) };
  try {
    for await (const message of client.stream("/plugin.GRPCStdio/StreamStdio", new Uint8Array())) {
      const { stream, data } = decodeStdioData(message);
      readers[stream].take(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    }
  } catch {
    // The calls of the provider report a lost connection.
  }
  for (const reader of Object.values(readers)) reader.end();
}

function readerOf(onLine: (line: string) => void): LineReader {
  return new LineReader({
    longest: 16 * 1024,
    onLine: (line, length) => onLine(line ?? `(a line of ${length} characters)`),
  });
}
