import { expect, test } from "vitest";
import { isTimeout, withinTime } from "./within-time.js";
import { Clock } from "../../tests/support/clock.js";

const nobody = new AbortController().signal;
const abortOf = (signal: AbortSignal) =>
  new Promise<AbortSignal>((resolve) => signal.addEventListener("abort", () => resolve(signal)));

test("when the time is over, the signal says so", async () => {
  const timer = new Clock();
  const aborted = withinTime({ timer, timeoutMs: 40, signal: nobody }, abortOf);
  expect([...timer.waiting.values()]).toEqual([40]);
  timer.strike();
  expect(isTimeout(await aborted)).toBe(true);
});

test("when others end it, the signal says what they said", async () => {
  const others = new AbortController();
  const given = { timer: new Clock(), timeoutMs: 40, signal: others.signal };
  const aborted = withinTime(given, abortOf);
  others.abort("enough");
  expect((await aborted).reason).toBe("enough");
  expect(isTimeout(await aborted)).toBe(false);
  expect((await withinTime(given, async (signal) => signal)).aborted).toBe(true);
});

test("nothing is left of many that have ended, whichever way", async () => {
  const timer = new Clock();
  let listeners = 0;
  const signal = {
    aborted: false,
    addEventListener: () => listeners++,
    removeEventListener: () => listeners--,
  } as object as AbortSignal;
  const given = { timer, timeoutMs: 40, signal };
  for (let call = 0; call < 10_000; call++) await withinTime(given, async () => call);
  await expect(withinTime(given, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect([timer.waiting.size, listeners]).toEqual([0, 0]);
});

test("tasks that begin at the same moment share a signal and a timer, and none of them ends another", async () => {
  const timer = new Clock();
  const others = new AbortController();
  const given = { timer, timeoutMs: 40, signal: others.signal, begunAt: "now" };
  const seen: AbortSignal[] = [];
  const begin = (more: object) =>
    withinTime({ ...given, ...more }, async (signal) => {
      seen.push(signal);
      return abortOf(signal);
    });
  const aborted = [begin({}), begin({})];
  expect(await withinTime(given, async (signal) => signal)).toBe(seen[0]);
  expect(timer.waiting.size).toBe(1);
  const apart = [begin({ begunAt: "later" }), begin({ timeoutMs: 50 }), begin({ begunAt: undefined })];
  expect(new Set(seen).size).toBe(4);
  expect(seen.some(({ aborted: isAborted }) => isAborted)).toBe(false);
  others.abort("enough");
  for (const each of await Promise.all([...aborted, ...apart])) expect(each.reason).toBe("enough");
  expect(timer.waiting.size).toBe(0);
});

test("a task at the same moment as one that has ended has its own time", async () => {
  const timer = new Clock();
  const given = { timer, timeoutMs: 40, signal: nobody, begunAt: "now" };
  const first = await withinTime(given, async (signal) => signal);
  const aborted = withinTime(given, abortOf);
  timer.strike();
  expect(isTimeout(await aborted)).toBe(true);
  expect(first.aborted).toBe(false);
});
