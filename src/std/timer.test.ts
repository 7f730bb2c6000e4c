import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { quietTimer, systemTimer } from "./timer.js";

describe.each([
  { name: "the system's timer", timer: systemTimer, keepsAlive: true },
  { name: "the quiet timer", timer: quietTimer, keepsAlive: false },
])("$name", ({ timer, keepsAlive }) => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("runs once, when it is time", () => {
    const run = vi.fn<() => void>();
    timer.after(100, run);
    vi.advanceTimersByTime(99);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("waits for what is too far away to be waited for", () => {
    const run = vi.fn<() => void>();
    const takeBack = timer.after(1000 * 3_600_000, run);
    vi.advanceTimersByTime(24 * 24 * 3_600_000);
    expect(run).not.toHaveBeenCalled();
    takeBack();
  });

  test("runs nothing that was taken back", () => {
    const run = vi.fn<() => void>();
    const takeBack = timer.after(100, run);
    takeBack();
    takeBack();
    vi.advanceTimersByTime(500);
    expect(run).not.toHaveBeenCalled();
  });

  test(`keeps the process alive: ${keepsAlive}`, () => {
    vi.useRealTimers();
    const set = vi.spyOn(globalThis, "setTimeout");
    const takeBack = timer.after(60_000, () => {});
    const handle = set.mock.results[0]!.value as NodeJS.Timeout;
    set.mockRestore();
    expect(handle.hasRef()).toBe(keepsAlive);
    takeBack();
  });
});
