import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { CallbackMemory, Evaluator, recordProgram } from "../../src/program/index.js";
import { problemsIn } from "../sdk/problems-in.js";
import { Bucket } from "../sdk/resources.js";

describe("the time a callback may take", () => {
  /** A timer of the test's own: nothing happens until it is told to. */
  class ManualTimer {
    readonly waiting = new Set<{ delayMs: number; run: () => void }>();

    after(delayMs: number, run: () => void): () => void {
      const entry = { delayMs, run };
      this.waiting.add(entry);
      return () => this.waiting.delete(entry);
    }
  }

  const evaluatorOf = async (program: () => unknown, timer: ManualTimer) => {
    const recorded = await recordProgram(program, { project: "project", stack: "test" });
    const evaluator = new Evaluator({
      recorder: recorded.recorder,
      memory: new CallbackMemory(),
      answers: { answer: () => ({ ok: true, properties: [], others: "unknown" }) },
      hash: async (blob) => blob,
      callbackLimits: { timer, timeoutMs: 30_000 },
    });
    return { recorded, result: evaluator.evaluate(recorded.outputs) };
  };

  it("ends with a diagnostic, and with the right to make resources", async () => {
    const timer = new ManualTimer();
    let resume!: () => void;
    let late: Promise<unknown> | undefined;
    const { recorded, result } = await evaluatorOf(
      () =>
        coconut.output(1).apply(() => {
          late = new Promise<void>((resolve) => (resume = resolve)).then(() => new Bucket("late"));
          return late;
        }),
      timer,
    );
    expect([...timer.waiting].map(({ delayMs }) => delayMs)).toEqual([30_000]);
    for (const { run } of timer.waiting) run();
    const settled = await result;
    expect(settled.ok ? [] : settled.diagnostics.map(({ code }) => code)).toEqual([
      "program/callback-timeout",
    ]);
    expect(settled.ok ? "" : settled.diagnostics[0]!.detail).toContain("30 seconds");
    expect(settled.ok ? "" : settled.diagnostics[0]!.position!.file).toBe(import.meta.filename);
    resume();
    expect((await problemsIn(() => late))[0]!.code).toBe("sdk/late-registration");
    expect(recorded.registrations).toEqual([]);
  });

  it("is not counted once it has settled", async () => {
    const timer = new ManualTimer();
    const { result } = await evaluatorOf(
      () => [coconut.output(1).apply(async (value) => value), coconut.output(2).apply((value) => value)],
      timer,
    );
    expect(await result).toMatchObject({ ok: true, value: [1, 2] });
    await turn();
    expect(timer.waiting.size).toBe(0);
  });
});
