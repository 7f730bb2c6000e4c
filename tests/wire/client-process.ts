import { connectGrpc, type GrpcError } from "../../src/wire/index.js";

/**
 * A client in a process of its own, to see when the process ends by itself. `idle` has a connection without calls,
 * `open` waits for a call that the server ends after a while, `unref` does not wait for an open call.
 */
const [, , mode, path] = process.argv as [string, string, "idle" | "open" | "unref", string];
if (mode === "open") {
  const client = connectGrpc({ path });
  try {
    for await (const _ of client.stream("/a.B/Wait", new Uint8Array(1)));
  } catch (error) {
    process.stdout.write(`ended ${(error as GrpcError).code}\n`);
  }
} else {
  const client = connectGrpc({ path });
  await client.unary("/a.B/Echo", new Uint8Array(1));
  process.stdout.write("connected\n");
  if (mode === "unref") {
    const stream = client.stream("/a.B/Wait", new Uint8Array(1));
    await stream.next();
    client.unref();
    void stream.next();
  }
}
