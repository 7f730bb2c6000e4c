import { describe, expect, test } from "vitest";
import type { RunEvent, StepResult } from "../../model/index.js";
import { progressAfter, startProgress, type Progress } from "./progress.js";

const urn = (name: string) => `urn:pulumi:dev::shop::local:index:File::${name}`;
const started = (name: string): RunEvent => ({
  kind: "step-started",
  urn: urn(name),
  action: "create",
  step: `create ${name}`,
});
const finished = (name: string, result: StepResult): RunEvent => ({
  kind: "step-finished",
  urn: urn(name),
  action: "create",
  step: `create ${name}`,
  result,
  durationMs: 5,
  diagnostics: [],
});
const round = (steps: number): RunEvent => ({ kind: "apply-started", runId: "1", steps });
const says = (name: string, text: string): RunEvent => ({
  kind: "message",
  urn: urn(name),
  level: "info",
  text,
});

/** An event each ten milliseconds. */
function after(...events: readonly RunEvent[]): Progress {
  return events.reduce<Progress>(
    (view, event, index) => progressAfter(view, event, 1000 + index * 10),
    startProgress(0, 1000),
  );
}

describe("what is known of a run", () => {
  test("is what runs and since when, in the order in which it began", () => {
    const { running } = after(round(3), started("b"), started("a"), started("c"), finished("a", "done"));
    expect([...running.values()]).toEqual([
      { urn: urn("b"), action: "create", sinceMs: 1010 },
      { urn: urn("c"), action: "create", sinceMs: 1030 },
    ]);
  });

  test.each<[StepResult, Partial<Progress>]>([
    ["done", { done: 1, skipped: 0, failed: 0 }],
    ["skipped", { done: 0, skipped: 1, failed: 0 }],
    ["failed", { done: 0, skipped: 0, failed: 1 }],
    ["uncertain", { done: 0, skipped: 0, failed: 1 }],
    ["not-started", { done: 0, skipped: 0, failed: 0 }],
  ])("counts what ended: %s", (result, counts) => {
    const view = after(round(2), started("a"), finished("a", result));
    expect(view).toMatchObject({ total: 2, ...counts });
    expect(view.running.size).toBe(0);
  });

  test("adds up rounds; what one could not begin is a step of the next", () => {
    const view = after(round(3), started("a"), finished("a", "done"), round(4));
    expect(view).toMatchObject({ total: 5, done: 1, sinceMs: 1000 });
  });

  test("keeps the newest message of what runs", () => {
    const view = after(started("a"), says("a", "one"), says("a", "two"));
    expect(view.messages.get(urn("a"))).toBe("two");
    expect(progressAfter(view, finished("a", "done"), 0).messages.size).toBe(0);
  });

  test("says that a call is repeated", () => {
    const retrying = { kind: "retrying", urn: urn("a"), action: "create", diagnostics: [] } as const;
    const view = after(started("a"), says("a", "one"), {
      ...retrying,
      attempt: 2,
      attempts: 3,
      afterMs: 500,
    });
    expect(view.messages.get(urn("a"))).toBe("attempt 2 of 3 in 500 ms");
  });

  test("is that it stops, once someone asked for that", () => {
    expect(after(started("a")).isStopping).toBe(false);
    const view = after(started("a"), { kind: "cancelling", waitingFor: [urn("a")] }, started("b"));
    expect(view).toMatchObject({ isStopping: true });
  });
});

test("an event costs the same however many run", () => {
  // If it did not, this would not end.
  let view = startProgress(100_000, 0);
  for (let index = 0; index < 100_000; index++) view = progressAfter(view, started(String(index)), index);
  for (let index = 0; index < 100_000; index++)
    view = progressAfter(view, finished(String(index), "done"), index);
  expect(view).toMatchObject({ done: 100_000, total: 100_000 });
});
