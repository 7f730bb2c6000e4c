import { expect, test } from "vitest";
import type {
  ConfiguredProvider,
  LoadedPackage,
  PackageHost,
  ProviderCall,
  ProviderPackage,
} from "../../provider/contract/index.js";
import { neverAborted, type Timer } from "../../std/index.js";
import { configuring } from "../../../tests/provider/typed-example.js";
import { guardedHost } from "./guarded-host.js";

const call: ProviderCall = { phase: "plan", signal: neverAborted, report: () => {} };

/** A package whose calls all hang, with a timeout that expires immediately. */
async function stuckPackage(): Promise<ProviderPackage> {
  const never = () => new Promise<never>(() => {});
  const found = { name: "cloud", version: "1.0.0", upgrade: never, checkConfig: never, configure: never };
  const loaded = { kind: "loaded", package: found } as object as LoadedPackage;
  const host = { forFunction: async () => loaded } as object as PackageHost;
  const timer: Timer = {
    after: (_, run) => {
      queueMicrotask(run);
      return () => {};
    },
  };
  const guarded = guardedHost(host, { timer, now: () => "2030-01-01T00:00:00Z" });
  return ((await guarded.forFunction({ token: "cloud:x" })) as LoadedPackage).package;
}

test.each([
  ["upgrade", (found: ProviderPackage) => found.upgrade(call, { type: "cloud:index:Bucket" } as never)],
  ["checkConfig", (found: ProviderPackage) => found.checkConfig(call, configuring())],
  ["configure", (found: ProviderPackage) => found.configure(call, configuring())],
])("%s that never answers is given up", async (what, ask) => {
  expect(await ask(await stuckPackage())).toMatchObject({
    kind: "rejected",
    diagnostics: [
      { code: "engine/no-answer", detail: expect.stringContaining(`${what} of the package cloud`) as string },
    ],
  });
});

test("a provider that never closes is abandoned", async () => {
  const provider = { ready: true, close: () => new Promise<never>(() => {}) } as object as ConfiguredProvider;
  const found = { name: "cloud", version: "1.0.0", configure: () => provider };
  const host = { forFunction: async () => ({ kind: "loaded", package: found }) } as object as PackageHost;
  const given: number[] = [];
  const timer: Timer = {
    after: (delayMs, run) => {
      given.push(delayMs);
      queueMicrotask(run);
      return () => {};
    },
  };
  const guarded = guardedHost(host, { timer, now: () => "2030-01-01T00:00:00Z" });
  const loaded = (await guarded.forFunction({ token: "cloud:x" })) as LoadedPackage;
  const configured = (await loaded.package.configure(call, configuring())) as ConfiguredProvider;
  await configured.close();
  expect(given.at(-1)).toBe(10_000);
});
