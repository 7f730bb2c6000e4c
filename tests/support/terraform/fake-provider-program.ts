/** The program of the fake provider: a plugin of go-plugin that does what `FAKE_PROVIDER` says. */
import { create, fromBinary, toBinary, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { join } from "node:path";
import { StdioDataSchema } from "../../../src/provider/terraform/protocol/generated/plugin_pb.js";
import { rpcs, type Rpc } from "../../../src/provider/terraform/protocol/rpcs.js";
import { deferred } from "../../../src/std/index.js";
import { GrpcError, GrpcStatus, serveGrpc, type GrpcHandler } from "../../../src/wire/index.js";
import type { FakeProvider } from "./fake-provider.js";

const plan = JSON.parse(process.env["FAKE_PROVIDER"]!) as FakeProvider;
const { protocol = 6, start = {}, read = {}, apply = "answers" } = plan;
const stdio: { send?: (text: string) => void } = {};
const stopped = deferred<void>();
let drop = () => {};

for (const line of start.stderr ?? []) console.error(line);
if (start.exits !== undefined) process.exit(start.exits);
if (start.stdout !== undefined) process.stdout.write(start.stdout);
else if (start.hangs !== true) await serve();
setInterval(() => {}, 1000);

async function serve(): Promise<void> {
  const path = join(process.env["TMPDIR"]!, "plugin1");
  const server = await serveGrpc({ ...provider(), ...plugin() }, { path });
  console.log(`1|${protocol}|unix|${path}|grpc|`);
  drop = () => void server.close();
  if (plan.floods === true) process.stdout.write("x".repeat(4_000_000), () => console.error("flooded"));
}

function provider(): Record<string, GrpcHandler> {
  return {
    ...answering(rpcs.metadata, () => ({
      resources: Object.keys(process.env)
        .sort()
        .map((typeName) => ({ typeName })),
    })),
    ...(plan.schema !== false && answering(rpcs.schema, () => ({}))),
    ...answering(rpcs.validateResource, ({ typeName }) => {
      const value = process.env[typeName];
      return { diagnostics: [{ severity: 2, summary: value ?? "(not set)", detail: process.cwd() }] };
    }),
    ...answering(rpcs.read, async ({ typeName, currentState }) => {
      for (const line of read.stderr ?? []) console.error(line.replace("$TYPE", typeName));
      for (const text of read.prints ?? []) stdio.send?.(text);
      if (read.waits === true) await stopped.promise;
      return { newState: currentState };
    }),
    ...answering(rpcs.apply, async () => {
      await applied();
      return { newState: { msgpack: Uint8Array.of(0xc0) } };
    }),
    ...answering(rpcs.stop, () => {
      stopped.resolve();
      console.error("stopped");
      return {};
    }),
    ...(apply === "garbles" && {
      [`/tfplugin${protocol}.Provider/ApplyResourceChange`]: () => Uint8Array.of(0x0a, 0x50, 1),
    }),
  };
}

async function applied(): Promise<void> {
  if (apply === "exits") process.exit(3);
  if (apply === "drops") return drop();
  if (apply === "fails") throw new GrpcError(GrpcStatus.FailedPrecondition, "the key is swordfish-1234");
  if (apply === "panics") {
    console.error("[DEBUG] about to fail");
    const frames = Array.from({ length: 300 }, (_, frame) => `main.frame${frame}()`);
    // At once: a pipe takes few small writes before its reader comes.
    console.error(
      ["panic: runtime error: the key is swordfish-1234", "", "goroutine 1 [running]:", ...frames].join("\n"),
    );
    process.exit(2);
  }
  if (apply === "waits") await stopped.promise;
}

function plugin(): Record<string, GrpcHandler> {
  return {
    "/plugin.GRPCController/Shutdown": () => {
      if (plan.ignoresShutdown !== true) setImmediate(() => process.exit(0));
      return new Uint8Array();
    },
    ...(plan.stdio !== false && {
      "/plugin.GRPCStdio/StreamStdio": async function* (_, { signal }) {
        const waiting: string[] = [];
        let wake = () => {};
        stdio.send = (text) => {
          waiting.push(text);
          wake();
        };
        while (!signal.aborted) {
          for (const text of waiting.splice(0))
            yield toBinary(StdioDataSchema, create(StdioDataSchema, { channel: 1, data: Buffer.from(text) }));
          await new Promise<void>((resolve) => (wake = resolve));
        }
      } satisfies GrpcHandler,
    }),
  };
}

function answering<Request extends DescMessage, Response extends DescMessage>(
  rpc: Rpc<Request, Response>,
  answer: (
    request: ReturnType<typeof fromBinary<Request>>,
  ) => Promise<MessageInitShape<Response>> | MessageInitShape<Response>,
): Record<string, GrpcHandler> {
  return {
    [`/tfplugin${protocol}.Provider/${rpc[protocol]}`]: async (bytes) =>
      toBinary(rpc.response, create(rpc.response, await answer(fromBinary(rpc.request, bytes)))),
  };
}
