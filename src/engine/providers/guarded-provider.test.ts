import { expect, test } from "vitest";
import type {
  ConfiguredProvider,
  CreateRequest,
  Outcome,
  ProviderCall,
} from "../../provider/contract/index.js";
import { neverAborted, type Timer } from "../../std/index.js";
import { guardedProvider } from "./guarded-provider.js";
import { lookPorts } from "./look-in-time.js";
import { Clock } from "../../../tests/support/clock.js";

const failed: Outcome = { kind: "failed", diagnostics: [] };
const request = {
  type: "cloud:index:Bucket",
  key: "k",
  identified: async () => {},
} as object as CreateRequest;
const prior = { type: "cloud:index:Bucket" } as never;

function callWith(signal: AbortSignal = neverAborted): ProviderCall {
  return { phase: "apply", urn: "urn:pulumi:dev::shop::cloud:index:Bucket::logs", signal, report: () => {} };
}

function guarded(provider: Partial<ConfiguredProvider>, timer: Timer = new Clock()): ConfiguredProvider {
  return guardedProvider(provider as ConfiguredProvider, { ...lookPorts(timer), callsAtOnce: 1 });
}

test("a read that never ends frees its slot", async () => {
  const timer = new Clock();
  let questions = 0;
  const provider = guarded(
    {
      read: () => (++questions === 1 ? new Promise(() => {}) : Promise.resolve({ kind: "absent" })),
    },
    timer,
  );
  const first = provider.read(callWith(), { prior });
  const second = provider.read(callWith(), { prior });
  timer.strike();
  expect(await first).toMatchObject({ kind: "rejected", diagnostics: [{ code: "engine/no-answer" }] });
  expect(await second).toEqual({ kind: "absent" });
});

test("an abandoned change frees its slot; a change that never had a slot was certainly not started", async () => {
  const begun: string[] = [];
  const provider = guarded({
    create: async (_, { key }) => {
      begun.push(key);
      return key === "stuck" ? new Promise(() => {}) : failed;
    },
  });
  const [leaveFirst, leaveSecond] = [new AbortController(), new AbortController()];
  const first = provider.create(callWith(leaveFirst.signal), { ...request, key: "stuck" });
  const second = provider.create(callWith(leaveSecond.signal), { ...request, key: "late" });
  const third = provider.create(callWith(), { ...request, key: "next" });
  leaveSecond.abort();
  leaveFirst.abort();
  expect(await first).toMatchObject({ kind: "uncertain", diagnostics: [{ code: "apply/interrupted" }] });
  expect(await second).toMatchObject({ kind: "failed", diagnostics: [{ code: "apply/not-started" }] });
  expect(await third).toBe(failed);
  expect(begun).toEqual(["stuck", "next"]);
});

test("an id that is reported after the call has ended is not recorded", async () => {
  const written: string[] = [];
  let tell!: (id: string) => Promise<void>;
  const provider = guarded({
    create: async (_, { identified }) => {
      tell = identified;
      await identified("in time");
      return failed;
    },
  });
  await provider.create(callWith(), {
    ...request,
    identified: async (id) => {
      written.push(id);
    },
  });
  void tell("too late");
  expect(written).toEqual(["in time"]);
});

test("a read is abandoned when the run is interrupted", async () => {
  const leave = new AbortController();
  const answer = guarded({ validate: () => new Promise(() => {}) }).validate(callWith(leave.signal), {
    type: "cloud:index:Bucket",
    inputs: {},
  });
  leave.abort();
  expect(await answer).toMatchObject([
    {
      code: "engine/no-answer",
      detail: expect.stringMatching(/^validate of .* when the run was interrupted\./) as string,
    },
  ]);
});

test("a read is not started after the run was interrupted", async () => {
  const provider = guarded({ validate: () => expect.fail("It was asked.") });
  const asked = { type: "cloud:index:Bucket", inputs: {} };
  const answer = await provider.validate(callWith(AbortSignal.abort()), asked);
  expect(answer).toMatchObject([
    { code: "apply/not-started", detail: expect.stringContaining("Nothing was changed.") as string },
  ]);
});

test("support for counters is known synchronously", async () => {
  const provider = guarded({
    stats: (_, { prior: { id } }) => (id === "a" ? Promise.resolve({ size: 3 }) : undefined),
  });
  expect(provider.stats!(callWith(), { prior })).toBeUndefined();
  expect(await provider.stats!(callWith(), { prior: { id: "a" } as never })).toEqual({ size: 3 });
});
