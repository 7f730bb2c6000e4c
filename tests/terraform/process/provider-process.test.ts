import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { childProblem } from "../../../src/provider/child/index.js";
import type { ProviderProcess } from "../../../src/provider/terraform/process/provider-process.js";
import { startProvider } from "../../../src/provider/terraform/process/start-provider.js";
import { ProviderCallError } from "../../../src/provider/terraform/protocol/provider-call-error.js";
import type { ProviderLog } from "../../../src/provider/terraform/protocol/provider-client.js";
import {
  buildFakeProvider,
  fakeProviderEnvironment,
  type FakeProvider,
} from "../../support/terraform/fake-provider.js";

let fake: Awaited<ReturnType<typeof buildFakeProvider>>;
beforeAll(async () => {
  fake = await buildFakeProvider();
});
afterAll(() => fake.remove());

const value = { msgpack: Uint8Array.of(0xc0) };
const change = { type: "fake_thing", prior: value, planned: value, config: value };

interface Running {
  readonly provider: ProviderProcess;
  /** The lines that belong to no call. */
  readonly lines: ProviderLog[];
  /** Resolves when the provider has logged this text, for no call. */
  logged(text: string): Promise<void>;
}

async function running(how: FakeProvider): Promise<Running> {
  const lines: ProviderLog[] = [];
  const waiting = new Map<string, () => void>();
  const result = await startProvider({
    title: "the provider fake 1.0.0",
    command: fake.path,
    cwd: tmpdir(),
    env: fakeProviderEnvironment(how),
    secrets: ["swordfish-1234"],
    onLog: (line) => {
      lines.push(line);
      waiting.get(line.text)?.();
    },
  });
  if (result.kind !== "started") throw new Error(result.diagnostic.detail);
  onTestFinished(() => result.process.close());
  const logged = (text: string) =>
    new Promise<void>((resolve) => {
      waiting.set(text, resolve);
      if (lines.some((line) => line.text === text)) resolve();
    });
  return { provider: result.process, lines, logged };
}

async function failureOf(call: Promise<unknown>): Promise<ProviderCallError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ProviderCallError) return error;
  throw new Error("the call did not fail as it should", { cause: error });
}

describe("a call that brings no answer", () => {
  test("because the provider panics: the report comes first, without secrets", async () => {
    const { provider } = await running({ apply: "panics" });
    const { failure, wasSent } = await failureOf(provider.client.apply(change));
    expect(wasSent).toBe(true);
    if (failure.kind !== "ended") throw new Error(failure.kind);
    expect(failure.end).toMatchObject({ kind: "exited", code: 2, isStarting: false });
    const [first, ...rest] = failure.end.stderr;
    expect(first).toMatch(/^panic: runtime error: the key is (?!swordfish)/);
    expect(rest).toContain("goroutine 1 [running]:");
    expect(rest.at(-1)).toBe("main.frame299()");
    const use = { title: "the provider fake 1.0.0", command: fake.path, what: "create of fake_thing" };
    expect(childProblem(failure.end, use)).toMatchObject({
      code: "provider/child-died",
      detail: expect.stringMatching(
        /exited with code 2 during create of fake_thing\.\n.*\n {4}panic: /,
      ) as string,
    });
  });

  test("because the provider exits: also calls that were never sent say so", async () => {
    const { provider } = await running({ apply: "exits" });
    const sent = await failureOf(provider.client.apply(change));
    expect(sent).toMatchObject({
      wasSent: true,
      failure: { kind: "ended", end: { kind: "exited", code: 3 } },
    });
    const late = await failureOf(provider.client.apply(change));
    expect(late).toMatchObject({ wasSent: false, failure: { kind: "ended", end: { code: 3 } } });
  });

  test("because another call makes the provider exit", async () => {
    const { provider } = await running({ apply: "exits", read: { waits: true } });
    const read = failureOf(provider.client.read({ type: "fake_thing", state: value }));
    await failureOf(provider.client.apply(change));
    expect(await read).toMatchObject({ wasSent: true, failure: { kind: "ended", end: { code: 3 } } });
  });

  test("because the answer is invalid: the provider is ended", async () => {
    const { provider } = await running({ apply: "garbles" });
    const { failure, wasSent } = await failureOf(provider.client.apply(change));
    expect(wasSent).toBe(true);
    expect(failure).toMatchObject({
      kind: "ended",
      end: {
        kind: "garbled",
        what: expect.stringContaining("the answer to ApplyResourceChange cannot be read") as string,
      },
    });
    expect(provider.child.end).toBeDefined();
  });

  test("because the connection is lost: the process is ended, so that the call cannot take effect later", async () => {
    const { provider } = await running({ apply: "drops" });
    const { failure, wasSent } = await failureOf(provider.client.apply(change));
    expect([failure, wasSent]).toMatchObject([
      { kind: "ended", end: { kind: "garbled", on: "connection" } },
      true,
    ]);
    expect(provider.child.end).toBeDefined();
  });

  test("because of a status of gRPC, whose secrets are masked", async () => {
    const { provider } = await running({ apply: "fails" });
    const error = await failureOf(provider.client.apply(change));
    expect(error).toMatchObject({ wasSent: true, failure: { kind: "status", code: 9 } });
    expect(error.message).toMatch(/^ApplyResourceChange: the key is (?!swordfish)/);
  });

  test("because the provider does not have it", async () => {
    const { provider } = await running({ schema: false });
    const error = await failureOf(provider.client.getSchema());
    expect(error.isUnimplemented).toBe(true);
  });

  test("because it is cancelled, before it is sent and after", async () => {
    const { provider, logged } = await running({ read: { waits: true, stderr: ["[INFO] begun"] } });
    const early = await failureOf(
      provider.client.read({ type: "fake_thing", state: value }, { signal: AbortSignal.abort() }),
    );
    expect(early).toMatchObject({ wasSent: false, failure: { kind: "cancelled" } });
    const cancel = new AbortController();
    const late = failureOf(
      provider.client.read({ type: "fake_thing", state: value }, { signal: cancel.signal }),
    );
    await logged("begun");
    cancel.abort();
    expect(await late).toMatchObject({ wasSent: true, failure: { kind: "cancelled" } });
    expect(provider.calls.size).toBe(0);
  });

  test("because its deadline passes", async () => {
    const { provider } = await running({ read: { waits: true } });
    const error = await failureOf(
      provider.client.read({ type: "fake_thing", state: value }, { deadlineMs: 50 }),
    );
    expect(error).toMatchObject({ failure: { kind: "cancelled" } });
  });
});

describe("the end of a provider", () => {
  test("stop is sent once, and close waits for the calls in flight", async () => {
    const { provider, lines, logged } = await running({ apply: "waits" });
    const applied = provider.client.apply(change);
    const order: string[] = [];
    const closed = provider.close().then(() => order.push("closed"));
    void applied.then(() => order.push("applied"));
    await Promise.all([provider.stop(), provider.stop(), logged("stopped")]);
    expect(await applied).toMatchObject({ state: value, diagnostics: [] });
    await closed;
    expect(order).toEqual(["applied", "closed"]);
    expect(lines.filter(({ text }) => text === "stopped")).toHaveLength(1);
    await provider.stop();
  });
});

describe("the output of a provider", () => {
  const line = (text: string) =>
    JSON.stringify({ "@level": "warn", "@message": text, tf_rpc: "ReadResource", tf_resource_type: "$TYPE" });

  test("goes to the call that it names, and otherwise to the provider", async () => {
    const { provider, lines } = await running({
      read: {
        stderr: [
          line("of this call"),
          line("of another").replace("$TYPE", "fake_other"),
          line("swordfish-1234!"),
        ],
      },
    });
    const heard: string[] = [];
    const onLog = ({ level, text }: ProviderLog) => heard.push(`${level} ${text}`);
    await provider.client.read({ type: "fake_thing", state: value }, { urn: "a", onLog });
    expect(heard[0]).toBe("warn of this call");
    expect(heard[1]).not.toContain("swordfish");
    expect(heard).toHaveLength(2);
    expect(lines).toMatchObject([{ text: "of another", resourceType: "fake_other" }]);
  });

  test("that its code prints arrives by the stream, in lines and without secrets", async () => {
    const { provider, lines, logged } = await running({
      read: { prints: ["half a li", "ne\n[INFO] swordfish-1234\nend\n"] },
    });
    await provider.client.read({ type: "fake_thing", state: value });
    await logged("end");
    expect(lines.map(({ level }) => level)).toEqual(["debug", "info", "debug"]);
    expect(lines[0]!.text).toBe("half a line");
    expect(lines[1]!.text).not.toContain("swordfish");
  });

  test("may be large on stdout, which is read and ignored", async () => {
    const { provider, logged } = await running({ floods: true });
    await logged("flooded");
    await provider.client.read({ type: "fake_thing", state: value });
  });

  test("has no stream in old providers", async () => {
    const { provider } = await running({ stdio: false });
    expect(await provider.client.read({ type: "fake_thing", state: value })).toMatchObject({ state: value });
  });
});
