import { expect, test } from "vitest";
import type { Outcome, ProviderCall } from "../provider/contract/index.js";
import { unlessLeft } from "./unless-left.js";

const failed: Outcome = { kind: "failed", diagnostics: [] };

function callWith(signal: AbortSignal): ProviderCall {
  return { phase: "apply", urn: "urn:pulumi:dev::shop::cloud:index:Bucket::logs", signal, report: () => {} };
}

test("an answer is what it is", async () => {
  const { signal } = new AbortController();
  expect(await unlessLeft(callWith(signal), async () => failed)).toBe(failed);
});

test("a call that nobody waits for any more is uncertain, whatever comes of it later", async () => {
  const leave = new AbortController();
  let fail!: (error: Error) => void;
  const outcome = unlessLeft(callWith(leave.signal), () => new Promise((_, reject) => (fail = reject)));
  leave.abort();
  expect(await outcome).toMatchObject({
    kind: "uncertain",
    diagnostics: [{ code: "apply/left-open", resource: expect.stringContaining("logs") as string }],
  });
  fail(new Error("too late"));
});

test("what was to be called after the run was left is not called, and that is certain", async () => {
  let isCalled = false;
  const outcome = await unlessLeft(callWith(AbortSignal.abort()), async () => {
    isCalled = true;
    return failed;
  });
  expect([outcome.kind, isCalled]).toEqual(["failed", false]);
  expect(outcome).toMatchObject({ diagnostics: [{ code: "apply/not-begun" }] });
});
