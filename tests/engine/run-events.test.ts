import { expect, test } from "vitest";
import type { RunEvent } from "@coconut/coconut/model";
import { FakeCloud, fakeProvider, testStack } from "@coconut/coconut/testing";

test("a run tells when it begins a plan, each step, and its end", async () => {
  const { types } = fakeProvider(new FakeCloud());
  const stack = await testStack(() => void new types.Bucket("logs", { name: "logs", region: "eu" }));
  const told: RunEvent[] = [];
  const run = await stack.apply({ onEvent: (event) => told.push(event) });
  expect(run.ok).toBe(true);
  expect(told.map(({ kind }) => kind)).toEqual([
    "apply-started",
    "step-started",
    "step-finished",
    "run-finished",
  ]);
  expect(told[0]).toEqual({ kind: "apply-started", runId: run.runId, steps: 1 });
  expect(told.at(-1)).toEqual({ kind: "run-finished", runId: run.runId, succeeded: true });
});
