import { expect, test } from "vitest";
import { frameMessage } from "../../src/wire/message-reader.js";
import {
  data,
  endStream,
  frame,
  frameType,
  goaway,
  headers,
  reset,
  settings,
  windowUpdate,
} from "./raw-frames.js";
import { rawServer, type RawPeer } from "./raw-peer.js";
import { bytes, clientOf, outcome } from "./sockets.js";

const head = { ":status": "200", "content-type": "application/grpc" };
const message = (text: string) => Buffer.concat(frameMessage(bytes(text)));
const ok = (id: number) => headers(id, { "grpc-status": "0" }, endStream);
const answer = (id: number, text: string) => [headers(id, head), data(id, message(text)), ok(id)];
const maxStreams = 3;
const windowSize = 4;

/** The result of a stream whose request is answered with these frames. */
async function answered(...frames: Buffer[]) {
  const path = await rawServer(async (peer) => {
    await peer.next(frameType.data);
    peer.send(...frames);
  });
  const { error: _, ...result } = await outcome(clientOf({ path }).stream("/a.B/C", bytes("request")));
  return result;
}

const wasSent = true;

test.each([
  [0, { status: "Internal", wasSent }],
  [1, { status: "Internal", wasSent }],
  [2, { status: "Internal", wasSent }],
  [7, { status: "Unavailable", wasSent: false }],
  [8, { status: "Canceled", wasSent }],
  [11, { status: "ResourceExhausted", wasSent }],
  [12, { status: "PermissionDenied", wasSent }],
  [13, { status: "Internal", wasSent }],
])("RST_STREAM with code %d before any headers", async (code, expected) => {
  expect(await answered(reset(1, code))).toEqual({ messages: [], ...expected });
});

test.each([
  [0, "Unknown"],
  [2, "Internal"],
  [8, "Canceled"],
])("RST_STREAM with code %d after a message, without trailers", async (code, status) => {
  const frames = [headers(1, head), data(1, message("one")), reset(1, code)];
  expect(await answered(...frames)).toMatchObject({ status, wasSent });
});

test.each([
  ["trailers only, Ok", [headers(1, { ...head, "grpc-status": "0" }, endStream)], "Ok", []],
  ["trailers only, an error", [headers(1, { ...head, "grpc-status": "5" }, endStream)], "NotFound", []],
  ["a reset without error after the trailers", [...answer(1, "one"), reset(1, 0)], "Ok", ["one"]],
  ["an informational response first", [headers(1, { ":status": "103" }), ...answer(1, "one")], "Ok", ["one"]],
  [
    "an error after a message",
    [headers(1, head), data(1, message("one")), headers(1, { "grpc-status": "10" }, endStream)],
    "Aborted",
    ["one"],
  ],
  [
    "a status that gRPC does not have",
    [headers(1, head), headers(1, { "grpc-status": "77" }, endStream)],
    "Unknown",
    [],
  ],
  ["no status in the trailers", [headers(1, head), headers(1, { a: "b" }, endStream)], "Unknown", []],
  [
    "the end of the stream without trailers",
    [headers(1, head), data(1, message("one"), endStream)],
    "Unknown",
    ["one"],
  ],
  [
    "half a message and status 0",
    [headers(1, head), data(1, message("one").subarray(0, 6)), ok(1)],
    "Internal",
    [],
  ],
  [
    "half a prefix and status 0",
    [headers(1, head), data(1, message("one").subarray(0, 3)), ok(1)],
    "Internal",
    [],
  ],
  [
    "half a message and an error",
    [headers(1, head), data(1, message("one").subarray(0, 6)), headers(1, { "grpc-status": "5" }, endStream)],
    "NotFound",
    [],
  ],
  ["a compressed message", [headers(1, head), data(1, Buffer.of(1, 0, 0, 0, 1, 0)), ok(1)], "Internal", []],
  [
    "a message in many frames",
    [headers(1, head), ...[...message("one")].map((byte) => data(1, Buffer.of(byte))), ok(1)],
    "Ok",
    ["one"],
  ],
  [
    "another content type",
    [headers(1, { ":status": "200", "content-type": "text/html" }), data(1, bytes("<p>"), endStream)],
    "Unknown",
    [],
  ],
  [
    "HTTP status 503",
    [headers(1, { ":status": "503", "content-type": "text/plain" }), data(1, bytes("no"), endStream)],
    "Unavailable",
    [],
  ],
  ["HTTP status 404 without a body", [headers(1, { ":status": "404" }, endStream)], "Unimplemented", []],
  [
    "HTTP status 502 and an endless body",
    [headers(1, { ":status": "502" }), data(1, bytes("no"))],
    "Unavailable",
    [],
  ],
])("%s", async (_, frames, status, messages) => {
  expect(await answered(...frames)).toMatchObject({ status, messages });
});

test("a message with its complete trailers counts, although the connection is closed at once", async () => {
  const path = await rawServer(async (peer) => {
    await peer.next(frameType.data);
    peer.socket.end(Buffer.concat(answer(1, "one")));
  });
  expect(await outcome(clientOf({ path }).unary("/a.B/C", bytes("")))).toEqual({
    messages: ["one"],
    status: "Ok",
  });
});

test("a slow consumer gets all messages of a server that is gone", async () => {
  const count = 1000;
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const path = await rawServer(async (peer) => {
    await peer.next(frameType.data);
    const many = Array.from({ length: count }, (_, index) => data(1, message(String(index))));
    peer.socket.on("close", closed);
    peer.socket.end(Buffer.concat([headers(1, head), ...many, ok(1)]));
  });
  const stream = clientOf({ path }).stream("/a.B/C", bytes(""));
  await stream.next();
  await isClosed;
  const { messages, status } = await outcome(stream);
  expect(status).toBe("Ok");
  expect(messages).toHaveLength(count - 1);
});

test("a slow consumer gets the messages before the loss, then Unavailable", async () => {
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const path = await rawServer(async (peer) => {
    await peer.next(frameType.data);
    const many = Array.from({ length: 200 }, (_, index) => data(1, message(String(index))));
    peer.socket.on("close", closed);
    peer.socket.end(Buffer.concat([headers(1, head), ...many]));
  });
  const stream = clientOf({ path }).stream("/a.B/C", bytes(""));
  await stream.next();
  await isClosed;
  const { messages, status } = await outcome(stream);
  expect(status).toBe("Unavailable");
  expect(messages).toHaveLength(199);
});

/** A server that shuts its first connection down when it has two calls; later connections answer. */
function shuttingDown(shutDown: (peer: RawPeer) => Promise<void> | void): Promise<string> {
  return rawServer(async (peer, index) => {
    await peer.next(frameType.data, 1);
    if (index > 0) return peer.send(...answer(1, "new connection"));
    await peer.next(frameType.data, 3);
    await shutDown(peer);
  });
}

test.each([
  ["at once", []],
  ["after an announcement", [goaway(2 ** 31 - 1, 0)]],
])("GOAWAY without error %s: earlier calls finish, later ones were not sent", async (_, announced) => {
  const path = await shuttingDown((peer) => peer.send(...announced, goaway(1, 0), ...answer(1, "finished")));
  const client = clientOf({ path });
  const calls = [client.unary("/a.B/C", bytes("1")), client.unary("/a.B/C", bytes("3"))];
  const [first, second] = await Promise.all(calls.map(outcome));
  expect(first).toEqual({ messages: ["finished"], status: "Ok" });
  expect(second).toMatchObject({ status: "Unavailable", wasSent: false });
  expect(await outcome(client.unary("/a.B/C", bytes("")))).toEqual({
    messages: ["new connection"],
    status: "Ok",
  });
});

test("GOAWAY with an error ends all calls; those after the last stream were not sent", async () => {
  const path = await shuttingDown((peer) => peer.send(goaway(1, 11, "too_many_pings")));
  const client = clientOf({ path });
  const calls = [client.unary("/a.B/C", bytes("1")), client.unary("/a.B/C", bytes("3"))];
  const [first, second] = await Promise.all(calls.map(outcome));
  const error = expect.stringContaining("error code 11 (too_many_pings)") as string;
  expect(first).toMatchObject({ status: "Unavailable", wasSent: true, error });
  expect(second).toMatchObject({ status: "Unavailable", wasSent: false, error });
  expect(await outcome(client.unary("/a.B/C", bytes("")))).toEqual({
    messages: ["new connection"],
    status: "Ok",
  });
});

test("GOAWAY with an error right after a complete answer does not spoil it", async () => {
  const path = await rawServer(async (peer) => {
    await peer.next(frameType.data, 1);
    await peer.next(frameType.data, 3);
    const many = Array.from({ length: 1000 }, (_, index) => data(3, message(String(index))));
    peer.send(...answer(1, "complete"), headers(3, head), ...many, ok(3), goaway(3, 2));
  });
  const client = clientOf({ path });
  const single = outcome(client.unary("/a.B/C", bytes("")));
  const stream = client.stream("/a.B/C", bytes(""));
  await stream.next();
  expect(await single).toEqual({ messages: ["complete"], status: "Ok" });
  const { messages, status } = await outcome(stream);
  expect([messages.length, status]).toEqual([999, "Ok"]);
});

test("GOAWAY while the connection is idle: the next call gets a new one", async () => {
  const path = await rawServer(async (peer, index) => {
    await peer.next(frameType.data, 1);
    peer.send(...answer(1, `connection ${index}`), goaway(1, 0));
  });
  const client = clientOf({ path });
  expect(await outcome(client.unary("/a.B/C", bytes("")))).toMatchObject({ messages: ["connection 0"] });
  const results = [
    await outcome(client.unary("/a.B/C", bytes(""))),
    await outcome(client.unary("/a.B/C", bytes(""))),
  ];
  for (const result of results)
    if (result.status === "Ok") expect(result.messages[0]).toMatch(/^connection [12]$/);
    else expect(result).toMatchObject({ status: "Unavailable", wasSent: false });
});

test("calls wait for a place if the server permits only one at a time", async () => {
  let mostAtOnce = 0;
  const path = await rawServer(
    async (peer) => {
      for (const id of [1, 3, 5]) {
        await peer.next(frameType.data, id);
        mostAtOnce = Math.max(mostAtOnce, peer.has(frameType.headers) ? 2 : 1);
        peer.send(...answer(id, String(id)));
        await peer.next(frameType.headers, id);
      }
    },
    settings({ [maxStreams]: 1 }),
  );
  const client = clientOf({ path });
  const calls = [1, 2, 3].map((each) => client.unary("/a.B/C", bytes(String(each))));
  const results = await Promise.all(calls.map(outcome));
  expect(results.flatMap(({ messages }) => messages)).toEqual(["1", "3", "5"]);
});

test("calls wait while the server permits none, and can be canceled meanwhile", async () => {
  let permit = () => {};
  const path = await rawServer(
    async (peer) => {
      permit = () => peer.send(settings({ [maxStreams]: 5 }));
      await peer.next(frameType.data, 1);
      peer.send(...answer(1, "permitted"));
    },
    settings({ [maxStreams]: 0 }),
  );
  const client = clientOf({ path });
  const controller = new AbortController();
  const canceled = outcome(client.unary("/a.B/C", bytes(""), { signal: controller.signal }));
  const late = outcome(client.unary("/a.B/C", bytes(""), { deadlineMs: 300 }));
  const patient = outcome(client.unary("/a.B/C", bytes("")));
  expect(await late).toMatchObject({ status: "DeadlineExceeded", wasSent: false });
  controller.abort();
  expect(await canceled).toMatchObject({ status: "Canceled", wasSent: false });
  permit();
  expect(await patient).toEqual({ messages: ["permitted"], status: "Ok" });
});

test("calls that wait for a place when the connection is lost were not sent", async () => {
  const path = await rawServer(
    async (peer) => {
      await peer.next(frameType.data, 1);
      peer.socket.destroy();
    },
    settings({ [maxStreams]: 1 }),
  );
  const client = clientOf({ path });
  const results = await Promise.all([1, 2, 3].map(() => outcome(client.unary("/a.B/C", bytes("")))));
  expect(results.map(({ status }) => status)).toEqual(["Unavailable", "Unavailable", "Unavailable"]);
  expect(results.map((each) => each.wasSent)).toEqual([true, false, false]);
});

test("a request is sent as fast as the server takes it", async () => {
  const sizes: number[] = [];
  const path = await rawServer(
    async (peer) => {
      for (let received = 0; received < 105;) {
        const { payload } = await peer.next(frameType.data, 1);
        received += payload.length;
        sizes.push(payload.length);
        peer.send(windowUpdate(1, 10));
      }
      peer.send(...answer(1, "all"));
    },
    settings({ [windowSize]: 10 }),
  );
  expect(await outcome(clientOf({ path }).unary("/a.B/C", new Uint8Array(100)))).toMatchObject({
    messages: ["all"],
  });
  expect(sizes.filter((size) => size > 0)).toEqual([...Array<number>(10).fill(10), 5]);
});

test("a call that waits for the window of the server can be canceled", async () => {
  const resets: number[] = [];
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  let ended = () => {};
  const hasEnded = new Promise<void>((resolve) => (ended = resolve));
  const path = await rawServer(
    async (peer) => {
      await peer.next(frameType.data, 1);
      begun();
      resets.push((await peer.next(frameType.reset, 1)).payload.readUInt32BE(0));
      ended();
    },
    settings({ [windowSize]: 10 }),
  );
  const controller = new AbortController();
  const call = outcome(
    clientOf({ path }).unary("/a.B/C", new Uint8Array(1000), { signal: controller.signal }),
  );
  await hasBegun;
  controller.abort();
  expect(await call).toMatchObject({ status: "Canceled", wasSent: true });
  await hasEnded;
  expect(resets).toEqual([8]);
});

test.each([
  ["nothing", Buffer.alloc(0), "DeadlineExceeded"],
  ["HTTP/1", bytes("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"), "Unavailable"],
  ["the frame of a stream", data(1, bytes("x")), "Unavailable"],
])("a server that begins with %s: the call is not sent", async (_, first, status) => {
  const path = await rawServer(() => {}, first);
  const call = clientOf({ path }).unary("/a.B/C", bytes(""), {
    deadlineMs: status === "Unavailable" ? 60_000 : 300,
  });
  expect(await outcome(call)).toMatchObject({ status, wasSent: false });
});

test("a server that breaks the rules of HTTP/2 ends its calls as Unavailable", async () => {
  const violations = {
    "data for no stream": data(0, bytes("x")),
    "data for a stream that never was": data(99, bytes("x")),
    "a window of zero more bytes": windowUpdate(0, 0),
    "a window that is too large": windowUpdate(0, 2 ** 31 - 1),
    "settings of a wrong size": frame(frameType.settings, 0, 0, Buffer.alloc(5)),
    "a frame that is too long": frame(frameType.data, 0, 1, Buffer.alloc(20_000)),
    "headers that cannot be decoded": frame(frameType.headers, 4, 1, Buffer.alloc(7, 0xff)),
  };
  const results = Object.entries(violations).map(async ([name, sent]) => {
    const path = await rawServer(async (peer) => {
      await peer.next(frameType.data, 1);
      peer.send(sent);
    });
    const { status, wasSent } = await outcome(
      clientOf({ path }, { stallCheckMs: 50 }).unary("/a.B/C", bytes("")),
    );
    return [name, status, wasSent];
  });
  expect(await Promise.all(results)).toEqual(
    Object.keys(violations).map((name) => [name, "Unavailable", true]),
  );
});

test("a silent server is not mistaken for a stalled one", async () => {
  const acknowledgement = frame(frameType.settings, 1, 0, Buffer.alloc(0));
  const path = await rawServer(async (peer) => {
    await peer.next(frameType.data, 1);
    for (let checks = 0; checks < 4;) {
      const { flags } = await peer.next(frameType.settings);
      if (flags !== 0) continue;
      peer.send(acknowledgement);
      checks++;
    }
    peer.send(...answer(1, "late"));
  });
  const call = clientOf({ path }, { stallCheckMs: 50 }).unary("/a.B/C", bytes(""));
  expect(await outcome(call)).toMatchObject({ messages: ["late"] });
});
