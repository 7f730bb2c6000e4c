import fc from "fast-check";
import { expect, test } from "vitest";
import { GrpcError } from "./grpc-error.js";
import { GrpcStatus } from "./grpc-status.js";
import { frameMessage, MessageReader } from "./message-reader.js";

function readAll(reader: MessageReader): Uint8Array[] {
  const messages: Uint8Array[] = [];
  for (let message = reader.next(); message !== undefined; message = reader.next()) messages.push(message);
  return messages;
}

test("messages are read however the body is split", () => {
  const bodies = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 5 });
  fc.assert(
    fc.property(bodies, fc.array(fc.nat(9)), (sent, sizes) => {
      const body = Buffer.concat(sent.flatMap(frameMessage));
      const reader = new MessageReader(20);
      const received: Uint8Array[] = [];
      let start = 0;
      for (const size of [...sizes, body.length]) {
        reader.add(body.subarray(start, start + size));
        start = Math.min(start + size, body.length);
        received.push(...readAll(reader));
      }
      expect(received).toEqual(sent);
      expect(reader.isInsideMessage).toBe(false);
    }),
  );
});

test("a body that ends anywhere else ends inside a message", () => {
  const body = Buffer.concat(frameMessage(Uint8Array.of(1, 2, 3)));
  for (let length = 1; length < body.length; length++) {
    const reader = new MessageReader(10);
    reader.add(body.subarray(0, length));
    expect(reader.next()).toBeUndefined();
    expect(reader.isInsideMessage).toBe(true);
  }
});

test("a message has memory of its own", () => {
  const reader = new MessageReader(10);
  const [chunk] = frameMessage(Uint8Array.of(1, 2, 3)) as [Uint8Array];
  reader.add(chunk);
  const message = reader.next() as Uint8Array;
  chunk.fill(0);
  expect(message).toEqual(Uint8Array.of(1, 2, 3));
  expect(message.buffer.byteLength).toBe(3);
});

test("a large message is framed without a copy", () => {
  const message = new Uint8Array(100_000);
  const [prefix, body] = frameMessage(message);
  expect(prefix).toEqual(Uint8Array.of(0, 0, 1, 0x86, 0xa0));
  expect(body).toBe(message);
});

test.each([
  ["a compressed message", [1, 0, 0, 0, 0], GrpcStatus.Internal, "compressed message"],
  ["unknown flags", [2, 0, 0, 0, 0], GrpcStatus.Internal, "unknown flags 2"],
  [
    "a message above the limit",
    [0, 0, 0, 0, 11],
    GrpcStatus.ResourceExhausted,
    "11 bytes exceeds the limit of 10",
  ],
  ["the longest length", [0, 255, 255, 255, 255], GrpcStatus.ResourceExhausted, "4294967295 bytes"],
])("%s is refused as soon as its prefix is there", (_, prefix, code, message) => {
  const reader = new MessageReader(10);
  reader.add(Uint8Array.from(prefix));
  expect(() => reader.next()).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) as string }) as GrpcError,
  );
});
