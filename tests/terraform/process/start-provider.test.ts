import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  startProvider,
  type StartProviderOptions,
} from "../../../src/provider/terraform/process/start-provider.js";
import type { ProviderProcess } from "../../../src/provider/terraform/process/provider-process.js";
import type { ProviderLog } from "../../../src/provider/terraform/protocol/provider-client.js";
import {
  buildFakeProvider,
  fakeProviderEnvironment,
  type FakeProvider,
} from "../../support/terraform/fake-provider.js";

let fake: Awaited<ReturnType<typeof buildFakeProvider>>;
const folder = mkdtempSync(join(tmpdir(), "coconut-start-provider-"));
// Other tests make such folders too.
vi.stubEnv("TMPDIR", folder);
const socketFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("coco-"));

beforeAll(async () => {
  fake = await buildFakeProvider();
});
afterAll(() => {
  fake.remove();
  rmSync(folder, { recursive: true });
});

function start(provider: FakeProvider, options: Partial<StartProviderOptions> = {}) {
  return startProvider({
    title: "the provider fake 1.0.0",
    command: fake.path,
    cwd: folder,
    ...options,
    env: { ...fakeProviderEnvironment(provider), ...options.env },
  });
}

async function started(
  provider: FakeProvider,
  options?: Partial<StartProviderOptions>,
): Promise<ProviderProcess> {
  const result = await start(provider, options);
  if (result.kind !== "started") throw new Error(result.diagnostic.detail);
  onTestFinished(() => result.process.close());
  return result.process;
}

describe("a provider that starts", () => {
  test.each([5, 6] as const)("speaks protocol %s", async (protocol) => {
    const { client } = await started({ protocol });
    expect(client.protocol).toBe(protocol);
    const { schema, diagnostics } = await client.getSchema();
    expect([schema.resourceTypes(), diagnostics]).toEqual([[], []]);
  });

  test("has the environment and the folder of this process, but not its own settings", async () => {
    vi.stubEnv("COCONUT_PASSPHRASE", "open sesame");
    vi.stubEnv("NODE_OPTIONS", "--no-warnings");
    vi.stubEnv("CLOUD_TOKEN", "from the environment");
    vi.stubEnv("PLUGIN_CLIENT_CERT", "of another host");
    vi.stubEnv("TF_LOG", undefined);
    const { client } = await started({}, { env: { EXTRA: "added" } });
    const variable = async (type: string) =>
      (await client.validateResource({ type, config: {} })).diagnostics[0];
    expect(await variable("CLOUD_TOKEN")).toMatchObject({ summary: "from the environment", detail: folder });
    expect(await variable("EXTRA")).toMatchObject({ summary: "added" });
    expect(await variable("TF_LOG_PROVIDER")).toMatchObject({ summary: "ERROR" });
    const { resources } = await client.getMetadata();
    expect(resources.filter((name) => /^COCONUT_|^NODE_OPTIONS$|^PLUGIN_CLIENT_CERT$/.test(name))).toEqual(
      [],
    );
  });

  test("has a private folder of its own, which is removed when it ends", async () => {
    const before = socketFolders();
    const provider = await started({});
    const made = socketFolders().find((name) => !before.includes(name));
    expect(existsSync(join(tmpdir(), made!, "plugin1"))).toBe(true);
    await provider.close();
    expect(existsSync(join(tmpdir(), made!))).toBe(false);
    expect(provider.child.end).toMatchObject({ kind: "closed" });
  });

  test("is killed if it does not exit when it is asked to", async () => {
    const { child, close } = await started({ ignoresShutdown: true }, { stop: { politeMs: 50 } }).then(
      (provider) => ({
        child: provider.child,
        close: () => provider.close(),
      }),
    );
    await Promise.all([close(), close()]);
    expect(child.end).toMatchObject({ kind: "closed" });
  });

  test("passes on what it logs before its handshake", async () => {
    const heard: ProviderLog[] = [];
    await started({ start: { stderr: ["[WARN] old settings"] } }, { onLog: (line) => heard.push(line) });
    expect(heard).toEqual([{ level: "warn", text: "old settings", fields: {} }]);
  });
});

describe("a provider that does not start", () => {
  const wrong: readonly [string, FakeProvider["start"], Partial<StartProviderOptions>, readonly string[]][] =
    [
      [
        "a plugin for another host",
        { stderr: ["This binary is a plugin. These are not meant to be executed directly."], exits: 1 },
        {},
        [
          "exited with code 1 before it was ready",
          "This binary is a plugin",
          "is a provider for Terraform or OpenTofu",
        ],
      ],
      [
        "an exit",
        { stderr: ["no license"], exits: 7 },
        {},
        ["exited with code 7", "no license", "fully installed"],
      ],
      [
        "a crash",
        { stderr: ["[DEBUG] hello", "panic: nil map", "", "goroutine 1 [running]:"], exits: 2 },
        {},
        ["exited with code 2", "stderr:\n    panic: nil map\n    \n    goroutine 1"],
      ],
      [
        "protocol 4",
        { stdout: "1|4|unix|/tmp/s|grpc|\n" },
        {},
        [
          "version 4 of the provider protocol, and Coconut supports 5 and 6",
          "built for Terraform 0.12 or later",
        ],
      ],
      ["protocol 7", { stdout: "1|7|unix|/tmp/s|grpc|\n" }, {}, ["version 7", "a newer Coconut"]],
      [
        "net/rpc",
        { stdout: "1|4|unix|/tmp/s|netrpc|\n" },
        {},
        ["netrpc", "built for Terraform 0.12 or later"],
      ],
      [
        "another program",
        { stdout: "Usage: fake [options]\n" },
        {},
        ["Usage: fake", "is a provider for Terraform"],
      ],
      [
        "a line without end",
        { stdout: "x".repeat(100_000) },
        {},
        ["more than 16384 characters", "is a provider for"],
      ],
      [
        "silence",
        { hangs: true, stderr: ["waiting"] },
        { startWithinMs: 500 },
        ["was not ready after", "waiting"],
      ],
    ];
  test.each(wrong)("%s", async (_, how, options, texts) => {
    const before = socketFolders();
    const result = await start({ start: how ?? {} }, options);
    if (result.kind !== "failed") throw new Error("it has started");
    expect(result.diagnostic.code).toBe("provider/child-start");
    for (const text of texts)
      expect(`${result.diagnostic.detail}\n${result.diagnostic.hint}`).toContain(text);
    expect(socketFolders()).toEqual(before);
  });

  test("silence", async () => {
    let passTime = () => {};
    const timer = {
      after(_: number, run: () => void) {
        passTime = run;
        return () => {};
      },
    };
    const result = await start(
      { start: { hangs: true, stderr: ["waiting"] } },
      { timer, onLog: () => passTime(), startWithinMs: 60_000 },
    );
    if (result.kind !== "failed") throw new Error("it has started");
    expect(result.diagnostic.detail).toMatch(/was not ready after 1 minute[^]*waiting/);
  });

  test.each([
    ["missing", undefined, ["Install the program"]],
    ["not executable", { content: "#!/bin/sh\n", mode: 0o644 }, ["chmod +x"]],
    [
      "of another platform",
      { content: "\xcf\xfa\xed\xfe\x07\0\0\x01", mode: 0o755 },
      ["The program is built for darwin on x64.", "Install the build of the program for"],
    ],
    ["a text", { content: "hello", mode: 0o755 }, ["The file is not a program."]],
  ])("a file that is %s", async (name, file, texts) => {
    const command = join(folder, name);
    if (file !== undefined) writeFileSync(command, file.content, { encoding: "latin1", mode: file.mode });
    const result = await start({}, { command });
    if (result.kind !== "failed") throw new Error("it has started");
    for (const text of texts)
      expect(`${result.diagnostic.detail}\n${result.diagnostic.hint}`).toContain(text);
  });
});
