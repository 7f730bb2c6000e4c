import { getEventListeners } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { deferred } from "../../src/std/deferred.js";
import {
  GrpcError,
  GrpcStatus,
  serveGrpc,
  type GrpcHandler,
  type IncomingCall,
} from "../../src/wire/index.js";
import { bytes, clientOf, connected, outcome, socketPath, text } from "./sockets.js";

const echo: GrpcHandler = (request) => request;

/** Waits until its call is aborted, and tells when it began and why it was aborted. */
function waiting() {
  const begun = deferred<IncomingCall>();
  const aborted = deferred<GrpcError>();
  const handler: GrpcHandler = (_, call) => {
    begun.resolve(call);
    return new Promise((_resolve, reject) => {
      call.signal.addEventListener("abort", () => {
        aborted.resolve(call.signal.reason as GrpcError);
        reject(new Error("late"));
      });
    });
  };
  return { handler, begun: begun.promise, aborted: aborted.promise };
}

async function* counting(request: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < Number(text(request)); index++) yield bytes(String(index));
}

test.each([
  ["a socket", () => ({ path: socketPath() })],
  ["a port", () => ({ host: "127.0.0.1", port: 0 })],
])("a call over %s", async (_, target) => {
  const server = await serveGrpc({ "/a.B/Echo": echo }, target());
  const client = clientOf(server.target);
  expect(await outcome(client.unary("/a.B/Echo", bytes("hello")))).toEqual({
    messages: ["hello"],
    status: "Ok",
  });
  expect(await outcome(client.unary("/a.B/Echo", bytes("")))).toEqual({ messages: [""], status: "Ok" });
  await server.close();
  if ("path" in server.target) expect(existsSync(server.target.path)).toBe(false);
});

test("a server cannot listen twice on one socket", async () => {
  const { server } = await connected({});
  await expect(serveGrpc({}, server.target)).rejects.toThrow("EADDRINUSE");
});

test.each([0, 1, 5, 1000])("a stream of %d messages", async (count) => {
  const { client } = await connected({ "/a.B/Count": counting });
  const { messages, status } = await outcome(client.stream("/a.B/Count", bytes(String(count))));
  expect(status).toBe("Ok");
  expect(messages).toEqual(Array.from({ length: count }, (_, index) => String(index)));
});

test.each([
  ["no message", "0", "The server sent no message."],
  ["two messages", "2", "The server sent more than one message."],
])("a unary call that is answered with %s is Internal", async (_, count, error) => {
  const { client } = await connected({ "/a.B/Count": counting });
  expect(await outcome(client.unary("/a.B/Count", bytes(count)))).toMatchObject({
    status: "Internal",
    error,
  });
});

test("an error of a handler arrives with its details and metadata", async () => {
  const sent = new GrpcError(GrpcStatus.NotFound, "zwölf\n100 %", {
    details: Uint8Array.of(1, 2, 255),
    metadata: { reason: "because" },
  });
  const { client } = await connected({
    "/a.B/Throw": () => {
      throw sent;
    },
    async *"/a.B/Later"() {
      yield bytes("first");
      throw sent;
    },
  });
  const thrown = (await client.unary("/a.B/Throw", bytes("")).catch((error: unknown) => error)) as GrpcError;
  expect(thrown).toBeInstanceOf(GrpcError);
  const { code, message, details, metadata } = sent;
  expect(thrown).toMatchObject({ code, message, details, metadata, wasSent: true });
  expect(await outcome(client.stream("/a.B/Later", bytes("")))).toEqual({
    messages: ["first"],
    status: "NotFound",
    error: "zwölf\n100 %",
    wasSent: true,
  });
});

test.each([
  ["an error", () => Promise.reject(new Error("broken")), "Unknown", "broken"],
  ["no bytes", () => undefined as never, "Unknown", expect.any(String)],
])("a handler that returns %s", async (_, handler: GrpcHandler, status, error) => {
  const { client } = await connected({ "/a.B/Fail": handler });
  expect(await outcome(client.unary("/a.B/Fail", bytes("")))).toMatchObject({ status, error });
});

test("an unknown method is Unimplemented, for a large request as well", async () => {
  const { client } = await connected({ "/a.B/Echo": echo });
  const expected = { status: "Unimplemented", error: "There is no method /a.B/None." };
  expect(await outcome(client.unary("/a.B/None", bytes("")))).toMatchObject(expected);
  expect(await outcome(client.unary("/a.B/None", new Uint8Array(20_000_000)))).toMatchObject(expected);
  expect(await outcome(client.unary("/a.B/Echo", bytes("next")))).toMatchObject({ messages: ["next"] });
});

test("metadata reaches the handler", async () => {
  const { client } = await connected({ "/a.B/Names": (_, { metadata }) => bytes(JSON.stringify(metadata)) });
  const metadata = { "some-name": "some value", "key-bin": "AAE=" };
  expect(JSON.parse(text(await client.unary("/a.B/Names", bytes(""), { metadata })))).toEqual(metadata);
});

test.each([
  ["/a.B/Echo", { "bad name": "value" }],
  ["/a.B/Echo", { "grpc-timeout": "1S" }],
  ["/a.B/Echo", { name: "zwölf" }],
  ["a.B/Echo", {}],
  ["/a.B/Ec ho", {}],
])("%s with metadata %j is refused, and the connection stays", async (method, metadata) => {
  const { client } = await connected({ "/a.B/Echo": echo });
  expect(await outcome(client.unary("/a.B/Echo", bytes("before")))).toMatchObject({ status: "Ok" });
  expect(await outcome(client.unary(method, bytes(""), { metadata }))).toMatchObject({
    status: "Internal",
    wasSent: false,
  });
  expect(await outcome(client.unary("/a.B/Echo", bytes("after")))).toMatchObject({ status: "Ok" });
});

test("metadata that is too long for a header fails its call, and the connection stays", async () => {
  const { client } = await connected({ "/a.B/Echo": echo });
  const metadata = { name: "x".repeat(100_000) };
  expect(await outcome(client.unary("/a.B/Echo", bytes(""), { metadata }))).toMatchObject({
    status: "Internal",
    wasSent: false,
  });
  expect(await outcome(client.unary("/a.B/Echo", bytes("after")))).toMatchObject({ status: "Ok" });
});

test("a canceled call ends on both sides", async () => {
  const { handler, begun, aborted } = waiting();
  const { client } = await connected({ "/a.B/Wait": handler });
  const controller = new AbortController();
  const call = outcome(client.unary("/a.B/Wait", bytes(""), { signal: controller.signal }));
  await begun;
  controller.abort();
  expect(await call).toMatchObject({ status: "Canceled", wasSent: true });
  expect((await aborted).code).toBe(GrpcStatus.Canceled);
});

test("a call that is canceled in advance is not sent", async () => {
  const { client } = await connected({ "/a.B/Echo": echo });
  const signal = AbortSignal.abort();
  expect(await outcome(client.unary("/a.B/Echo", bytes(""), { signal }))).toMatchObject({
    status: "Canceled",
    wasSent: false,
  });
  expect(await outcome(client.unary("/a.B/Echo", bytes(""), { deadlineMs: 0 }))).toMatchObject({
    status: "DeadlineExceeded",
    wasSent: false,
  });
});

test("a deadline ends the call on both sides", async () => {
  const { handler, begun, aborted } = waiting();
  const { client } = await connected({ "/a.B/Wait": handler });
  const call = outcome(client.unary("/a.B/Wait", bytes(""), { deadlineMs: 500 }));
  const { deadlineMs } = await begun;
  expect(deadlineMs).toBeGreaterThan(0);
  expect(deadlineMs).toBeLessThanOrEqual(500);
  expect(await call).toMatchObject({ status: "DeadlineExceeded", wasSent: true });
  expect([GrpcStatus.Canceled, GrpcStatus.DeadlineExceeded]).toContain((await aborted).code);
});

test("leaving the loop cancels a stream", async () => {
  const ended = deferred<GrpcError>();
  const { client } = await connected({
    async *"/a.B/Endless"(_, { signal }) {
      signal.addEventListener("abort", () => ended.resolve(signal.reason as GrpcError));
      for (;;) yield bytes("more");
    },
  });
  const stream = client.stream("/a.B/Endless", bytes(""));
  for await (const _ of stream) break;
  expect((await ended.promise).code).toBe(GrpcStatus.Canceled);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test("a signal ends a stream that waits for a message", async () => {
  const { handler, begun } = waiting();
  const { client } = await connected({ "/a.B/Wait": handler });
  const controller = new AbortController();
  const call = outcome(client.stream("/a.B/Wait", bytes(""), { signal: controller.signal }));
  await begun;
  controller.abort();
  expect(await call).toMatchObject({ messages: [], status: "Canceled" });
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("a stream is not started before it is read, and a returned one never", async () => {
  let calls = 0;
  const { client } = await connected({ "/a.B/Echo": (request) => (calls++, request) });
  const stream = client.stream("/a.B/Echo", bytes(""));
  await client.unary("/a.B/Echo", bytes(""));
  expect(calls).toBe(1);
  await stream.return?.();
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  await client.unary("/a.B/Echo", bytes(""));
  expect(calls).toBe(2);
});

test("several consumers of a stream get its messages in order", async () => {
  const { client } = await connected({ "/a.B/Count": counting });
  const stream = client.stream("/a.B/Count", bytes("2"));
  const results = await Promise.all([stream.next(), stream.next(), stream.next(), stream.next()]);
  expect(results.map(({ value }) => (value === undefined ? undefined : text(value)))).toEqual([
    "0",
    "1",
    undefined,
    undefined,
  ]);
});

test("a slow consumer slows the server down", async () => {
  let produced = 0;
  const { client } = await connected({
    async *"/a.B/Flood"() {
      for (; produced < 1000; produced++) yield new Uint8Array(100_000);
    },
  });
  const stream = client.stream("/a.B/Flood", bytes(""));
  await stream.next();
  // Calls on the same connection still work, and give the server time to fill every buffer there is.
  for (let index = 0; index < 300; index++) await outcome(client.unary("/a.B/None", bytes("")));
  const before = produced;
  for (let index = 0; index < 300; index++) await outcome(client.unary("/a.B/None", bytes("")));
  expect(produced).toBe(before);
  expect(before).toBeLessThan(200);
  let received = 1;
  for await (const message of stream) received += message.length === 100_000 ? 1 : 0;
  expect(received).toBe(1000);
});

test("a message of 64 MiB in both directions", async () => {
  const { client } = await connected({ "/a.B/Echo": echo });
  const request = new Uint8Array(64 * 1024 * 1024);
  for (let index = 0; index < request.length; index += 4093) request[index] = index;
  const answer = await client.unary("/a.B/Echo", request);
  expect(Buffer.compare(answer, request)).toBe(0);
});

test.each([
  ["client", "A message of 10000 bytes exceeds the limit of 5000 bytes."],
  ["server", "A message of 5000 bytes exceeds the limit of 4000 bytes."],
])("a message above the limit of the %s is ResourceExhausted", async (who, error) => {
  const methods: Record<string, GrpcHandler> = {
    "/a.B/Size": (request) => new Uint8Array(Number(text(request))),
  };
  const server = await serveGrpc(methods, { path: socketPath() }, { maxMessageBytes: 4000 });
  const client = clientOf(server.target, { maxMessageBytes: 5000 });
  const request = who === "client" ? bytes("10000") : new Uint8Array(5000);
  expect(await outcome(client.unary("/a.B/Size", request))).toMatchObject({
    status: "ResourceExhausted",
    error,
  });
  expect(await outcome(client.unary("/a.B/Size", bytes("5")))).toMatchObject({ status: "Ok" });
  await server.close();
});

test("1,000 concurrent and 10,000 sequential calls", async () => {
  const { client } = await connected({ "/a.B/Echo": echo });
  const { signal } = new AbortController();
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => client.unary("/a.B/Echo", bytes(String(index)))),
  );
  expect(answers.map(text)).toEqual(Array.from({ length: 1000 }, (_, index) => String(index)));
  for (let index = 0; index < 10_000; index++)
    expect((await client.unary("/a.B/Echo", bytes("again"), { signal })).length).toBe(5);
  expect(getEventListeners(signal, "abort")).toEqual([]);
}, 300_000);

test("closing a client ends its calls as Unavailable, whether they were sent or not", async () => {
  const { handler, begun } = waiting();
  const { client, server } = await connected({ "/a.B/Wait": handler });
  const call = outcome(client.unary("/a.B/Wait", bytes("")));
  await begun;
  const other = clientOf(server.target);
  const unsent = outcome(other.unary("/a.B/Wait", bytes("")));
  await Promise.all([client.close(), other.close(), client.close()]);
  expect(await call).toMatchObject({ status: "Unavailable", wasSent: true });
  expect(await unsent).toMatchObject({ status: "Unavailable", wasSent: false });
  expect(await outcome(client.unary("/a.B/Wait", bytes("")))).toMatchObject({
    status: "Unavailable",
    wasSent: false,
    error: "The client is closed.",
  });
});

test("closing a server ends calls as Unavailable and aborts their handlers; a new server gets new calls", async () => {
  const { handler, begun, aborted } = waiting();
  const path = socketPath();
  const server = await serveGrpc({ "/a.B/Wait": handler }, { path });
  const client = clientOf({ path });
  const call = outcome(client.unary("/a.B/Wait", bytes("")));
  await begun;
  await server.close();
  expect(await call).toMatchObject({ status: "Unavailable", wasSent: true });
  expect((await aborted).code).toBe(GrpcStatus.Canceled);
  expect(await outcome(client.unary("/a.B/Wait", bytes("")))).toMatchObject({
    status: "Unavailable",
    wasSent: false,
    error: expect.stringContaining("ENOENT") as string,
  });
  const next = await serveGrpc({ "/a.B/Echo": echo }, { path });
  expect(await outcome(client.unary("/a.B/Echo", bytes("again")))).toMatchObject({ messages: ["again"] });
  await next.close();
});

test("a refused connection is Unavailable and not sent", async () => {
  const server = await serveGrpc({}, { host: "127.0.0.1", port: 0 });
  const { target } = server;
  await server.close();
  expect(await outcome(clientOf(target).unary("/a.B/Echo", bytes("")))).toMatchObject({
    status: "Unavailable",
    wasSent: false,
    error: expect.stringContaining("ECONNREFUSED") as string,
  });
});

test("a server survives clients that do not speak HTTP/2", async () => {
  const { client, server } = await connected({ "/a.B/Echo": echo });
  const { path } = server.target as { path: string };
  await new Promise<void>((resolve) => {
    const socket = connect(path, () => socket.end("GET / HTTP/1.1\r\n\r\n"));
    socket.on("error", () => {});
    socket.on("close", () => resolve());
    socket.resume();
  });
  expect(await outcome(client.unary("/a.B/Echo", bytes("fine")))).toMatchObject({ messages: ["fine"] });
});
