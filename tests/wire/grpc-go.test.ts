import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { GrpcError, GrpcStatus, type GrpcHandler } from "../../src/wire/index.js";
import { madeOnce } from "../support/made-once.js";
import { bytes, clientOf, connected, outcome, socketPath, text } from "./sockets.js";

const source = fileURLToPath(new URL("go", import.meta.url));
const environment = { ...process.env, GOTOOLCHAIN: "local", GOFLAGS: "-buildvcs=false" };

const go = (...words: string[]) => spawnSync("go", words, { cwd: source, env: environment });

/** Go is not needed to work on Coconut. Without it, or if grpc-go cannot be downloaded, these tests are skipped. */
const hasGrpcGo = go("list", "-deps", ".").status === 0;

function builtPeer(): string {
  const folder = madeOnce("wire-peer", [source], (made) => {
    const { status, stderr } = go("build", "-o", join(made, "wire-peer"), ".");
    if (status !== 0) throw new Error(`go build failed: ${stderr.toString()}`);
  });
  return join(folder, "wire-peer");
}

let peer = "";

describe.skipIf(!hasGrpcGo)("with a peer of grpc-go (needs Go)", () => {
  beforeAll(() => {
    peer = builtPeer();
  }, 600_000);

  async function goServer(...options: string[]) {
    const path = socketPath();
    const child = spawn(peer, ["serve", path, ...options], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const line = async () => String((await lines.next()).value);
    expect(await line()).toBe("ready");
    const client = clientOf({ path });
    const unary = (method: string, body: string | Uint8Array, options = {}) =>
      client.unary(`/test.Peer/${method}`, typeof body === "string" ? bytes(body) : body, options);
    const stream = (method: string, body: string, options = {}) =>
      client.stream(`/test.Peer/${method}`, bytes(body), options);
    return { client, child, line, unary, stream };
  }

  test("calls of our client", async () => {
    const { unary, stream } = await goServer();
    expect(await outcome(unary("Echo", "hello"))).toEqual({ messages: ["hello"], status: "Ok" });
    expect(await outcome(unary("Echo", ""))).toEqual({ messages: [""], status: "Ok" });
    expect(await outcome(unary("Metadata", "", { metadata: { name: "value" } }))).toMatchObject({
      messages: ["value"],
    });
    expect(await outcome(unary("Deadline", "", { deadlineMs: 60_000 }))).toMatchObject({
      messages: ["true true"],
    });
    expect(await outcome(unary("Deadline", ""))).toMatchObject({ messages: ["false false"] });
    expect(await outcome(unary("None", ""))).toMatchObject({ status: "Unimplemented" });
    expect(await outcome(unary("Count", "2"))).toMatchObject({ status: "Internal" });
    expect((await outcome(stream("Count", "5000"))).messages).toHaveLength(5000);
    expect(await outcome(stream("Count", "0"))).toEqual({ messages: [], status: "Ok" });
  });

  test("errors with details, metadata and long messages", async () => {
    const { unary } = await goServer();
    const error = (await unary("Fail", "why").catch((thrown: unknown) => thrown)) as GrpcError;
    expect(error).toMatchObject({ code: 9, message: "100 % füll\nwhy", metadata: { reason: "because" } });
    expect(text(error.details as Uint8Array)).toContain("google.protobuf.Duration");
    expect((await outcome(unary("FailLong", "60000"))).error).toHaveLength(60_000);
    expect(await outcome(unary("FailLong", "100000"))).toMatchObject({ status: "Internal" });
    expect(await outcome(unary("Echo", "still there"))).toMatchObject({ status: "Ok" });
  });

  test("large messages, and a large request that is not read", async () => {
    const { unary } = await goServer();
    const size = 64 * 1024 * 1024;
    expect((await unary("Size", String(size))).length).toBe(size);
    expect((await unary("Echo", new Uint8Array(size))).length).toBe(size);
    expect(await outcome(unary("RejectUnread", new Uint8Array(20_000_000)))).toMatchObject({
      status: "NotFound",
      error: "not read",
    });
  });

  test("cancellation reaches the server", async () => {
    const { unary, stream, line } = await goServer();
    for await (const _ of stream("Wait", "")) break;
    expect(await line()).toBe("ended context canceled");
    const controller = new AbortController();
    const waiting = stream("Wait", "", { signal: controller.signal });
    await waiting.next();
    controller.abort();
    expect(await outcome(waiting)).toMatchObject({ status: "Canceled" });
    expect(await line()).toBe("ended context canceled");
    expect(await outcome(unary("Wait", "", { deadlineMs: 300 }))).toMatchObject({
      status: "DeadlineExceeded",
    });
    expect(await line()).toMatch(/^ended context (deadline exceeded|canceled)$/);
  });

  test("a stream without end, and other calls meanwhile", async () => {
    const { unary, stream } = await goServer();
    const flood = stream("Flood", "100000");
    await flood.next();
    for (let index = 0; index < 100; index++)
      expect(await outcome(unary("Echo", "x"))).toMatchObject({ status: "Ok" });
    let count = 0;
    for await (const message of flood) if (message.length === 100_000 && ++count === 500) break;
    expect(count).toBe(500);
  });

  test("a server that permits two calls at a time", async () => {
    const { unary } = await goServer("2");
    const calls = Array.from({ length: 500 }, (_, index) => outcome(unary("Echo", String(index))));
    expect((await Promise.all(calls)).flatMap(({ messages }) => messages)).toEqual(
      Array.from({ length: 500 }, (_, index) => String(index)),
    );
  });

  test.each(["SIGKILL", "SIGTERM"] as const)("a server ended by %s in a call", async (signal) => {
    const { stream, child } = await goServer();
    const waiting = stream("Wait", "");
    await waiting.next();
    const rest = outcome(waiting);
    child.kill(signal);
    expect(await rest).toMatchObject({ status: "Unavailable", wasSent: true });
  });

  test.each(["Exit", "Stop"])("a server that ends itself in a call of %s", async (method) => {
    const { unary } = await goServer();
    expect(await outcome(unary(method, ""))).toMatchObject({ status: "Unavailable", wasSent: true });
  });

  test("a server that stops gracefully finishes the open call", async () => {
    const { unary, child } = await goServer();
    const ended = once(child, "exit");
    expect(await outcome(unary("GracefulStop", ""))).toEqual({ messages: ["last"], status: "Ok" });
    await ended;
    expect(await outcome(unary("Echo", ""))).toMatchObject({ status: "Unavailable", wasSent: false });
  });

  const methods: Record<string, GrpcHandler> = {
    "/test.Peer/Echo": (request) => request,
    "/test.Peer/Metadata": (_, { metadata }) => bytes(metadata["name"] ?? ""),
    async *"/test.Peer/Count"(request) {
      for (let index = 0; index < Number(text(request)); index++) yield bytes(String(index));
    },
    async *"/test.Peer/Endless"() {
      for (;;) yield new Uint8Array(10_000);
    },
    "/test.Peer/Fail": () => {
      const metadata = { reason: "because" };
      throw new GrpcError(GrpcStatus.NotFound, "100 % füll\n", { details: duration, metadata });
    },
    "/test.Peer/FailLong": () => {
      throw new GrpcError(GrpcStatus.NotFound, "ü".repeat(100_000));
    },
    "/test.Peer/Wait": (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("late")));
      }),
  };

  /** Runs calls of a Go client, each one when the one before has ended. */
  async function goCalls(calls: readonly Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
    const { server } = await connected(methods);
    const { path } = server.target as { path: string };
    const child = spawn(peer, ["call", path], { stdio: ["pipe", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stdin.end(calls.map((call) => JSON.stringify(call)).join("\n"));
    const results: Record<string, unknown>[] = [];
    for await (const line of createInterface({ input: child.stdout }))
      results.push(JSON.parse(line) as Record<string, unknown>);
    return results;
  }

  test.each<[Record<string, unknown>, Record<string, unknown>]>([
    [
      { Method: "Echo", Body: "hello" },
      { Code: "OK", Answers: ["hello"] },
    ],
    [
      { Method: "Echo", Body: "" },
      { Code: "OK", Answers: [""] },
    ],
    [
      { Method: "Echo", Size: 64 * 1024 * 1024 },
      { Code: "OK", Answers: ["67108864 bytes"] },
    ],
    [{ Method: "Metadata" }, { Code: "OK", Answers: ["value"] }],
    [
      { Method: "Count", Body: "3" },
      { Code: "OK", Answers: ["0", "1", "2"] },
    ],
    [
      { Method: "Count", Body: "0" },
      { Code: "OK", Answers: null },
    ],
    [{ Method: "Endless", CancelAfter: 3 }, { Code: "Canceled" }],
    [{ Method: "Wait", TimeoutMs: 300 }, { Code: "DeadlineExceeded" }],
    [{ Method: "None" }, { Code: "Unimplemented", Message: "There is no method /test.Peer/None." }],
    [{ Method: "None", Size: 20_000_000 }, { Code: "Unimplemented" }],
    [{ Method: "FailLong" }, { Code: "NotFound", Message: `${"ü".repeat(2000)}...` }],
    [
      { Method: "Fail" },
      {
        Code: "NotFound",
        Details: "*durationpb.Duration",
        Trailers: expect.objectContaining({ reason: ["because"] }) as unknown,
      },
    ],
  ])("the call %j of a Go client", async (call, expected) => {
    const again = { Method: "/test.Peer/Echo", Body: "again" };
    const [result, next] = await goCalls([
      { ...call, Method: `/test.Peer/${String(call["Method"])}` },
      again,
    ]);
    expect(result).toMatchObject(expected);
    expect(next).toMatchObject({ Code: "OK", Answers: ["again"] });
  });

  test("1,000 concurrent calls of a Go client", async () => {
    const results = await goCalls([{ Method: "/test.Peer/Echo", Body: "many", Repeat: 999 }]);
    expect(results).toHaveLength(1000);
    expect(results.filter(({ Code }) => Code !== "OK")).toEqual([]);
  });
});

/** A `google.rpc.Status` of NotFound with a `google.protobuf.Duration`. */
const duration = Buffer.concat([
  Buffer.of(0x08, 5, 0x12, 0, 0x1a, 48, 0x0a, 44),
  Buffer.from("type.googleapis.com/google.protobuf.Duration"),
  Buffer.of(0x12, 0),
]);
