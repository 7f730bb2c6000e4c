import { expect, test } from "vitest";
import type { Outcome, ProviderCall } from "../provider/contract/index.js";
import { unlessLeft } from "./unless-left.js";

const failed: Outcome = { kind: "failed", diagnostics: [] };

function callWith(signal: AbortSignal): ProviderCall {
  return { phase: "apply", urn: "urn:pulumi:dev::shop::cloud:index:Bucket::logs", signal, report: () => {} };
}

test("an answer is passed through", async () => {
  const { signal } = new AbortController();
  expect(await unlessLeft(callWith(signal), "create", async () => failed)).toBe(failed);
});

test("an aborted call is uncertain, whatever its later result", async () => {
  const leave = new AbortController();
  let fail!: (error: Error) => void;
  const outcome = unlessLeft(
    callWith(leave.signal),
    "create",
    () => new Promise((_, reject) => (fail = reject)),
  );
  leave.abort();
  expect(await outcome).toMatchObject({
    kind: "uncertain",
    diagnostics: [{ code: "apply/interrupted", resource: expect.stringContaining("logs") as string }],
  });
  fail(new Error("too late"));
});

test("after the run was interrupted, a call is not made and certainly failed", async () => {
  let isCalled = false;
  const outcome = await unlessLeft(callWith(AbortSignal.abort()), "create", async () => {
    isCalled = true;
    return failed;
  });
  expect([outcome.kind, isCalled]).toEqual(["failed", false]);
  expect(outcome).toMatchObject({ diagnostics: [{ code: "apply/not-started" }] });
});

test.each([
  [undefined, "within 1 hour, the default timeout"],
  [90_000, "within 90 seconds, the timeout that its option customTimeouts sets"],
])("a call that ran out of time says whose limit that was (%s)", async (timeoutMs, text) => {
  const over = new AbortController();
  const call = { ...callWith(over.signal), ...(timeoutMs !== undefined && { timeoutMs }) };
  const outcome = unlessLeft(call, "update", () => new Promise(() => {}));
  over.abort(new DOMException("The operation timed out.", "TimeoutError"));
  expect(await outcome).toMatchObject({
    kind: "uncertain",
    diagnostics: [
      {
        code: "apply/timed-out",
        detail: expect.stringContaining(text) as string,
        hint: expect.stringContaining('customTimeouts: { update: "3h" }') as string,
      },
    ],
  });
});
