import { expect, test } from "vitest";
import { deferred } from "../../src/std/deferred.js";
import type { GrpcHandler } from "../../src/wire/index.js";
import { frameMessage } from "../../src/wire/message-reader.js";
import { data, endStream, frameType, headers, reset, settings, windowUpdate } from "./raw-frames.js";
import { rawClient, type RawPeer } from "./raw-peer.js";
import { bytes, connected } from "./sockets.js";

const request = {
  ":method": "POST",
  ":scheme": "http",
  ":path": "/a.B/Echo",
  ":authority": "localhost",
  "content-type": "application/grpc",
  te: "trailers",
};
const message = (text: string) => Buffer.concat(frameMessage(bytes(text)));
const windowSize = 4;

async function clientOfServer(methods: Record<string, GrpcHandler>, own?: Uint8Array): Promise<RawPeer> {
  const { server } = await connected(methods);
  return rawClient((server.target as { path: string }).path, own);
}

const echo = { "/a.B/Echo": (body: Uint8Array) => body };

/** The names and values of HPACK are not decoded; texts without Huffman coding are enough to recognize a block. */
test.each([
  ["no message", [data(1, Buffer.alloc(0), endStream)]],
  ["half a message", [data(1, message("one").subarray(0, 6), endStream)]],
  ["two messages", [data(1, message("one")), data(1, message("two"), endStream)]],
  ["a compressed message", [data(1, Buffer.of(1, 0, 0, 0, 0), endStream)]],
])("a request of %s is answered with trailers only", async (_, frames) => {
  const client = await clientOfServer(echo);
  client.send(headers(1, request), ...frames);
  const answer = await client.next(frameType.headers, 1);
  expect(answer.flags & endStream).toBe(endStream);
});

test("an invalid timeout and a missing content type are answered without a call of the handler", async () => {
  let calls = 0;
  const client = await clientOfServer({ "/a.B/Echo": (body) => (calls++, body) });
  const { "content-type": _, ...plain } = request;
  client.send(headers(1, { ...request, "grpc-timeout": "soon" }), data(1, message("a"), endStream));
  client.send(headers(3, plain), data(3, message("a"), endStream));
  for (const id of [1, 3])
    expect((await client.next(frameType.headers, id)).flags & endStream).toBe(endStream);
  expect(calls).toBe(0);
});

test("a client that is still sending is told that its request is not read", async () => {
  const client = await clientOfServer(echo);
  client.send(headers(1, { ...request, ":path": "/a.B/None" }), data(1, Buffer.of(0, 0, 0, 255, 255)));
  expect((await client.next(frameType.headers, 1)).flags & endStream).toBe(endStream);
  expect((await client.next(frameType.reset, 1)).payload.readUInt32BE(0)).toBe(0);
});

test("an answer waits for the window of the client, and its trailers come last", async () => {
  const client = await clientOfServer(echo, settings({ [windowSize]: 3 }));
  client.send(headers(1, request), data(1, message("hello"), endStream));
  const received: Buffer[] = [];
  while (Buffer.concat(received).length < 10) {
    received.push((await client.next(frameType.data, 1)).payload);
    expect(received.at(-1)?.length).toBeLessThanOrEqual(3);
    client.send(windowUpdate(1, 3));
  }
  expect(Buffer.concat(received)).toEqual(message("hello"));
  await client.next(frameType.headers, 1);
  expect((await client.next(frameType.headers, 1)).flags & endStream).toBe(endStream);
});

test.each([
  ["resets the stream", (client: RawPeer) => client.send(reset(1, 8))],
  ["is gone", (client: RawPeer) => void client.socket.destroy()],
])("the handler of a stream stops when the client %s", async (_, stop) => {
  const returned = deferred<void>();
  const client = await clientOfServer({
    async *"/a.B/Echo"() {
      try {
        for (;;) yield new Uint8Array(10_000);
      } finally {
        returned.resolve();
      }
    },
  });
  client.send(headers(1, request), data(1, message("hello"), endStream));
  await client.next(frameType.data, 1);
  stop(client);
  await returned.promise;
});

test("a handler does not run before the whole request is there", async () => {
  let calls = 0;
  const client = await clientOfServer({ "/a.B/Echo": (body) => (calls++, body) });
  client.send(headers(1, request), data(1, message("one").subarray(0, 7)), reset(1, 8));
  client.send(headers(3, request), data(3, message("two"), endStream));
  await client.next(frameType.data, 3);
  expect(calls).toBe(1);
});
