import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { bundledScript } from "../support/bundled-script.js";
import { bytes, clientOf, outcome, socketPath } from "./sockets.js";

const script = (name: string) => bundledScript(fileURLToPath(new URL(name, import.meta.url)));
const serverScript = script("server-process.ts");
const clientScript = script("client-process.ts");

beforeAll(() => serverScript.build());
beforeAll(() => clientScript.build());

function run(path: string, ...words: string[]): { child: ChildProcess; line: () => Promise<string> } {
  const child = spawn(process.execPath, [path, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, line: async () => String((await lines.next()).value) };
}

async function startServer() {
  const path = socketPath();
  const { child, line } = run(serverScript.path, path);
  expect(await line()).toBe("ready");
  return { path, child, line };
}

const exit = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    child.once("exit", (code) => resolve(code));
  });

test.each(["SIGKILL", "SIGTERM", "SIGINT"] as const)(
  "a server that is ended by %s during calls: all are Unavailable",
  async (signal) => {
    const { path, child } = await startServer();
    const client = clientOf({ path });
    const streams = [1, 2, 3].map(() => client.stream("/a.B/Wait", bytes("begun")));
    await Promise.all(streams.map((stream) => stream.next()));
    const waiting = streams.map(outcome);
    const ended = exit(child);
    child.kill(signal);
    for (const result of await Promise.all(waiting))
      expect(result).toMatchObject({ status: "Unavailable", wasSent: true });
    await ended;
    expect(await outcome(client.unary("/a.B/Echo", bytes("")))).toMatchObject({
      status: "Unavailable",
      wasSent: false,
    });
  },
);

test("a server that is killed while it sends: the stream is Unavailable", async () => {
  const { path, child } = await startServer();
  let received = 0;
  const stream = clientOf({ path }).stream("/a.B/Flood", bytes(""));
  const result = outcome(
    (async function* () {
      for await (const message of stream) {
        expect(message.length).toBe(50_000);
        if (received++ === 100) child.kill("SIGKILL");
        yield bytes("");
      }
    })(),
  );
  expect(await result).toMatchObject({ status: "Unavailable", wasSent: true });
});

test("a server that is killed while it receives: the call is Unavailable", async () => {
  const { path, child } = await startServer();
  const client = clientOf({ path });
  await client.unary("/a.B/Echo", bytes(""));
  child.kill("SIGSTOP");
  const call = outcome(client.unary("/a.B/Echo", new Uint8Array(30_000_000)));
  child.kill("SIGKILL");
  expect(await call).toMatchObject({ status: "Unavailable", wasSent: true });
});

test("a server that exits in a call: the call is Unavailable", async () => {
  const { path } = await startServer();
  expect(await outcome(clientOf({ path }).unary("/a.B/Exit", bytes("")))).toMatchObject({
    status: "Unavailable",
    wasSent: true,
  });
});

test.each(["idle", "unref"])("a process with an %s client ends by itself", async (mode) => {
  const { path } = await startServer();
  const { child, line } = run(clientScript.path, mode, path);
  const ended = exit(child);
  expect(await line()).toBe("connected");
  expect(await ended).toBe(0);
});

test("a process waits for an open call", async () => {
  const { path, child: server, line: begun } = await startServer();
  const { child, line } = run(clientScript.path, "open", path);
  const ended = exit(child);
  expect(await begun()).toBe("waiting");
  server.kill("SIGKILL");
  expect(await line()).toBe("ended 14");
  expect(await ended).toBe(0);
});
