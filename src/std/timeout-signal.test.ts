import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { timeoutSignal } from "./timeout-signal.js";
import { quietTimer } from "./timer.js";

test("the time is over for a signal of several too, whatever was collected meanwhile", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const aborted = abortOf([new AbortController().signal, 40]);
  for (let round = 0; round < 4; round++) {
    await wait(5);
    collect();
  }
  expect(await Promise.race([aborted, wait(2_000)])).toMatchObject({ name: "TimeoutError" });
});

test("a time that no timer can wait for is not over at once", async () => {
  const signal = timeoutSignal(quietTimer, 2 ** 40);
  await wait(20);
  expect(signal.aborted).toBe(false);
});

function abortOf([other, timeoutMs]: readonly [AbortSignal, number]): Promise<unknown> {
  const signal = AbortSignal.any([other, timeoutSignal(quietTimer, timeoutMs)]);
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(signal.reason)));
}
