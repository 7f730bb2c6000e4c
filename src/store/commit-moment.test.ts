import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { CommitMoment } from "./commit-moment.js";

/** Records what is written when, on a simulated clock. */
function watched({ hasClock = true } = {}) {
  const clock = { now: 0 };
  const written: string[] = [];
  let waiting = "";
  const moment = new CommitMoment(
    () => {
      written.push(waiting);
      waiting = "";
    },
    hasClock ? () => clock.now : undefined,
  );
  /** A callback of the event loop that adds a pending record and takes the given time. */
  const callback = async (what: string, takesMs: number) => {
    await Promise.resolve();
    waiting += what;
    moment.await();
    clock.now += takesMs;
    await new Promise<void>((resolve) => process.nextTick(resolve));
  };
  return { clock, moment, written, callback };
}

test("what comes in one turn is written together, when the turn ends", async () => {
  const { written, callback } = watched();
  await callback("a", 0.3);
  await callback("b", 0.3);
  await callback("c", 0.3);
  expect(written).toEqual([]);
  await turn();
  expect(written).toEqual(["abc"]);
});

test("what has waited for a millisecond waits for no further callback of the turn", async () => {
  const { written, callback } = watched();
  await callback("a", 0.6);
  await callback("b", 0.6);
  expect(written).toEqual(["ab"]);
  await callback("c", 0.6);
  expect(written).toEqual(["ab"]);
  await turn();
  expect(written).toEqual(["ab", "c"]);
});

test("where commits take long, more wait for one", async () => {
  const { clock, moment, written, callback } = watched();
  await moment.commit(async () => (clock.now += 4));
  for (const what of ["a", "b", "c"]) await callback(what, 3);
  expect(written).toEqual(["abc"]);
});

test("what comes back at once when it is written does not keep the event loop to itself", async () => {
  const clock = { now: 0 };
  const writtenAt: number[] = [];
  let turns = 0;
  const moment = new CommitMoment(
    () => {
      writtenAt.push(turns);
      if (writtenAt.length < 100) moment.await();
      clock.now += 2;
    },
    () => clock.now,
  );
  moment.await();
  clock.now += 2;
  for (turns = 1; turns < 50; turns++) await turn();
  expect(writtenAt).toHaveLength(100);
  expect(new Set(writtenAt).size).toBeGreaterThanOrEqual(9);
});

test("without a clock it is the end of the turn", async () => {
  const { written, callback } = watched({ hasClock: false });
  for (const what of ["a", "b", "c"]) await callback(what, 7);
  expect(written).toEqual([]);
  await turn();
  expect(written).toEqual(["abc"]);
});
